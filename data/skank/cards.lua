-- Record cards: what a player has at hand of a figure or a vehicle.

-- The weapon of the unit's list.
local function weapon_name(unit)
  local weapon = unit.weapon and find(tables.weapons, unit.weapon)
  return weapon and weapon.name or "none"
end

-- The book leaves a large monster's move, attacks and wounds to the gamemaster. The table has one attack and one wound,
-- and a move that varies.
local function card_of_troop(troop)
  return {
    {"rating", "rating", troop.rating},
    {"move", "move, inches", troop.move or "varies"},
    {"ability", "ability", troop.ability},
    {"to-hit", "to hit", ("%+d"):format(troop.to_hit)},
    {"attacks", "attacks, wounds", ("%d, %d"):format(troop.attacks, troop.wounds)},
    {"melee", "melee as", troop.melee.id},
    {"weapon", "own weapon", weapon_name(troop)},
  }
end

local function card_of_vehicle(vehicle)
  return {
    {"rating", "rating", vehicle.rating},
    {"move", "move, inches", vehicle.move},
    {"acceleration", "acc/dec", ("%d/%d"):format(vehicle.acceleration, vehicle.deceleration)},
    {"turn", "turn", vehicle.turn},
    {"tires", "tires", vehicle.tires or "none"},
    {"large", "large target", vehicle.large and "yes" or "no"},
    {"weapon", "own weapon", weapon_name(vehicle)},
  }
end

return {troops = card_of_troop, vehicles = card_of_vehicle}
