local words, attack, fire_of = require "words", require "attack", require "direct-fire"

-- Elements in numbers (6.0 "Initiative", "Activation").

-- The fire of an element of an army.
local function shots_of(field, by, at, now)
  return fire_of.shots_of(by.unit, at.unit, by.weapons, {
    range = now.range, cover = at.cover, moving = now.moving, opportunity = by.opportunity,
    small_arms_vehicles = field.small_arms_vehicles,
  })
end

-- What a duel says of each side.
local function lines_of(fire, field, by, at, now)
  local lines, shots = {}, shots_of(field, by, at, now)
  for _, shot in ipairs(shots) do
    for i, line in ipairs(attack.explain(shot)) do
      lines[#lines + 1] = i == 1 and by.unit.name .. ", " .. line or line
    end
  end
  return #shots > 0 and lines or by.unit.name .. ": no weapon to fire"
end

-- Why a shot within its range damages nothing.
local function why_not(shot)
  local one, name = attack.of(shot), shot.weapon.name
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
  },
  enlist = function(e) fire_of.check_weapons(e.unit, e.weapons, "weapons") end,
  field = {words.SMALL_ARMS},
  state = {hp = words.HP},
  start = function(e) return {hp = e.unit.hp} end,
  strength = "hp",
  price = "points",
  speed = function(e) return e.unit.mobility.distance_mm end,
  -- The first range column covers everything up to its heading, so a smaller distance changes no shot.
  closest = function() return brackets(tables.weapons)[1] end,
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
  kind = function(fire, n, first, second) return attack.level_of(fire.attacks[n].number, first, second) end,
  resolve = function(fire, n, actor, target, first, second)
    target.hp = max(0, target.hp - attack.damage_of(fire.attacks[n], first, second))
  end,
  can_harm = function(fire)
    for _, one in ipairs(fire.attacks) do
      if not one.refused and one.number <= 10 and one.damage.critical > 0 then return true end
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
