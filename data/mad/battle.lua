local words, attack, fire_of = require "words", require "attack", require "direct-fire"
local grenades = require "grenades"

-- Elements in numbers (6.0 "Initiative", "Activation").

-- Lines that have met are base to base (R-52).
local function is_in_contact(field, now)
  if field.contact and now.duel and now.range > 0 then
    refuse(("contact=yes: the two are %.15g m apart; use range=0, or leave it out"):format(now.range))
  end
  return field.contact and now.range == 0
end

-- The fire of an element of an army.
local function shots_of(field, by, at, now)
  return fire_of.shots_of(by.unit, at.unit, by.weapons, {
    range = now.range, contact = is_in_contact(field, now), cover = at.cover, moving = now.moving,
    opportunity = by.opportunity, small_arms_vehicles = field.small_arms_vehicles, at_grenades = by.at_grenades,
  })
end

-- What a duel says of each side.
local function lines_of(fire, field, by, at, now)
  local lines, shots = {}, shots_of(field, by, at, now)
  for _, shot in ipairs(shots) do
    for i, line in ipairs(fire_of.explain(shot)) do
      lines[#lines + 1] = i == 1 and by.unit.name .. ", " .. line or line
    end
  end
  return #shots > 0 and lines or by.unit.name .. ": no weapon to fire"
end

-- Why a shot within its range damages nothing.
local function why_not(shot)
  local one, name = fire_of.attack_of(shot), shot.weapon and shot.weapon.name
  if one.failure then return "its grenades do no damage" end
  if one.refused == "out of range" then return nil end
  if one.refused == "it may not be fired at vehicles" then return name .. " may not be fired at vehicles" end
  if one.refused then return name .. " is fixed and may not be fired on the move" end
  if one.number > 10 then return ("%s needs %d to hit, more than a die can show"):format(name, one.number) end
  return name .. " does no damage"
end

-- Identical weapons are named once.
local function why_harmless(field, by, at, now)
  local shots, reasons = shots_of(field, by, at, now), {}
  if #shots == 0 then
    return by.unit.weapons ~= "-" and "its weapons can fire at aircraft only" or "it has no weapons"
  end
  for i, shot in ipairs(shots) do
    if i == 1 or shot.weapon ~= shots[i - 1].weapon then reasons[#reasons + 1] = why_not(shot) end
  end
  return #reasons > 0 and table.concat(reasons, "; ") or nil
end

return battle {
  order = "alternately",
  element = {
    words.cover("cover", "cover of the element"),
    words.weapons("weapons", "the weapons it fires"),
    {"opportunity", flag, "its shots are opportunity fire"},
    words.AT_GRENADES,
  },
  enlist = function(e)
    fire_of.check_weapons(e.unit, e.weapons, "weapons")
    fire_of.check_grenades(e.unit, e.at_grenades, "at-grenades")
  end,
  field = {
    words.SMALL_ARMS,
    {"contact", flag, "lines close in to range 0, where they are base to base: no cover counts"},
  },
  state = {hp = words.HP},
  start = function(e) return {hp = e.unit.hp} end,
  strength = "hp",
  price = function(e)
    return e.unit.points and e.unit.points + (e.at_grenades and grenades.price() or 0)
  end,
  speed = function(e) return e.unit.mobility.distance_mm end,
  -- The first range column covers everything up to its heading, so a smaller distance changes no shot.
  closest = function(field) return field.contact and 0 or brackets(tables.weapons)[1] end,
  initiative = {
    dice = {d10, d10},
    first = function(field, a, b)
      if a ~= b then return a > b and "a" or "b" end
    end,
  },
  aim = function(field, by, at, now)
    return {attacks = fire_of.attacks_of(shots_of(field, by, at, now))}
  end,
  throws = function(fire) return #fire.attacks end,
  dice = function(fire, n) return fire.attacks[n].dice end,
  -- Grenades can destroy those who use them.
  reads_actor = function(fire) return #fire.attacks > 0 and fire.attacks[1].failure ~= nil end,
  kind = function(fire, n, first, second) return attack.kind_of(fire.attacks[n], first, second) end,
  resolve = function(fire, n, actor, target, first, second)
    local one = fire.attacks[n]
    target.hp = max(0, target.hp - attack.damage_of(one, first, second))
    if attack.destroys_attackers(one, first) then actor.hp = 0 end
  end,
  can_harm = function(fire)
    for _, one in ipairs(fire.attacks) do
      if attack.can_harm(one) then return true end
    end
    return false
  end,
  why_harmless = why_harmless,
  explain = lines_of,
  words = {
    element = "a M.A.D. element", battle = "a M.A.D. battle", unit = "a listed element",
    strength = "its hit points",
    attack = "at least one of the weapons that it uses may fire at the target, even if it needs more than a 10",
    fire = "An element fires its weapons one after the other, in the order of its list, until the target is destroyed.",
    pace = "In a turn, an element can move as far as movement.csv says for its mobility, 1 m for each mm. All elements "
      .. "of a moving line fire with the modifier for moving, and do not fire their fixed weapons.",
  },
  mirrors = true,
}
