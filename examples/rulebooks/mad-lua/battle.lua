local words, attack, fire_of = require "words", require "attack", require "direct-fire"

-- Elements in numbers (6.0 "Initiative", "Activation").

return battle {
  order = "alternately",
  element = {
    words.cover("cover", "its own cover"),
    words.weapons("weapons", "what it fires"),
    {"opportunity", flag, "its shots are opportunity fire"},
  },
  enlist = function(e) fire_of.check_weapons(e.unit, e.weapons, "weapons") end,
  field = {words.SMALL_ARMS},
  state = {hp = words.HP},
  start = function(e) return {hp = e.unit.hp} end,
  strength = "hp",
  price = "points",
  speed = function(e) return e.unit.mobility.distance_mm end,
  closest = 100,
  initiative = {
    dice = {d10, d10},
    first = function(field, a, b)
      if a ~= b then return a > b and "a" or "b" end
    end,
  },
  aim = function(field, by, at, now)
    return {attacks = fire_of.attacks_of(fire_of.shots_of(by.unit, at.unit, by.weapons, {
      range = now.range, cover = at.cover, moving = now.moving, opportunity = by.opportunity,
      small_arms_vehicles = field.small_arms_vehicles,
    }))}
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
  words = {
    strength = "its hit points",
    attack = "at least one of the weapons that it uses may fire at the target, even if it needs more than a 10",
    fire = "An element fires its weapons one after the other, in the order of its list, until the target is destroyed.",
    pace = "In a turn an element can move as far as movement.csv says for its mobility, 1 m for each mm. All elements of a "
      .. "line that moves fire on the move: at the modifier for that, and their fixed weapons not at all.",
  },
  mirrors = true,
  duel = true,
}
