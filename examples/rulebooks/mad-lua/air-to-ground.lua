-- Aircraft Rules: air to ground, and fire from the ground at aircraft.

local words, attack, air_attack, scatter = require "words", require "attack", require "air-attack", require "scatter"

local TARGET = {"target", choice {"vehicle", "infantry"}, "the target", default = "vehicle"}
local SKILL = {"skill", whole(0, 1000000), "the crew's skill", default = 0}

-- Air to Ground Modifiers: all lines add up, infantry in cover is +3 (R-29). Those of air combat do not apply (R-28).
local function at_ground(s, halved)
  local one = air_attack.attack_of(s, halved)
  local function add(id, why) air_attack.add(one, tables.air_modifiers[id].modifier, why) end
  add("ground-target", "a target on the ground")
  if s.target == "infantry" then add("ground-infantry", "infantry") end
  if s.cover == "normal" then add("ground-cover", "cover") end
  return one
end

-- "Firing": guns against ground targets. Aircraft weapons do infantry half damage, machine guns too (R-30).

local function prepare_strafe(s)
  local is_spared = s.weapon.small_arms and not s.mg_halved
  s.attack = at_ground(s, s.target == "infantry" and not is_spared)
end

local strafe = roll {
  id = "MAD-23", name = "strafe", chapter = "Air to ground", title = "one attack of a group of guns on a ground element",
  section = "Aircraft Rules, Firing", rulings = "R-15, R-28 to R-30",
  parameters = {
    air_attack.weapon("gun"), air_attack.RANGE, air_attack.GUNS,
    TARGET, words.COVER_FROM_THE_AIR,
    air_attack.GROUP_DAMAGE,
    {"mg-halved", flag, "machine guns also do half damage to infantry", default = "yes"},
    words.HIT_POINTS,
  },
  outcomes = air_attack.OUTCOMES, expectations = air_attack.EXPECTATIONS, expects = air_attack.expects,
  prepare = prepare_strafe,
  dice = air_attack.dice,
  resolve = air_attack.resolve,
  explain = air_attack.explain,
}

-- "Rocket Attacks vs Ground Targets". A single success scatters from the element, and does full damage if the template
-- still covers it (R-34). A critical does twice the damage, as everywhere else (R-35).

local function prepare_rocket(s)
  s.attack = at_ground(s, s.target == "infantry")
  local damage = s.attack.damage
  damage.single = damage.double
  if s.rocket_critical == "plain" then damage.critical = damage.double end
  s.scatter = scatter.of(s.skill, s.template_radius, {x = 0, y = 0, radius = s.element_radius})
end

local function rocket_result(s, level, distance, direction)
  if level ~= "single" then return level, s.attack.damage[level] end
  if not s.scatter.covers[distance][direction] then return "scatter-clear", 0 end
  return "scatter-hit", s.attack.damage.single
end

local rocket_attack = roll {
  id = "MAD-24", name = "rocket-attack", chapter = "Air to ground", title = "rockets against a nominated ground element",
  section = "Aircraft Rules, Rocket Attacks vs Ground Targets", rulings = "R-15, R-29, R-31 to R-35",
  parameters = {
    air_attack.weapon("rocket"), air_attack.RANGE,
    TARGET, words.COVER_FROM_THE_AIR,
    SKILL, scatter.TEMPLATE_RADIUS, scatter.ELEMENT_RADIUS,
    air_attack.GUNS, air_attack.GROUP_DAMAGE,
    {"rocket-critical", choice {"double", "plain"}, "damage of a critical: doubled, or plain", default = "double"},
    words.HIT_POINTS,
  },
  outcomes = {"miss", "scatter-clear", "scatter-hit", "double", "critical", "no-shot"},
  expectations = {
    {"damage", "mean damage to the nominated element"},
    {"kill", "probability that the damage is at least hp"},
  },
  expects = air_attack.expects,
  prepare = prepare_rocket,
  dice = function(s) return s.attack.refused and {} or {d10, d10, d10, d12} end,
  resolve = function(s, first, second, distance, direction)
    if s.attack.refused then return "no-shot" end
    local level = attack.level_of(s.attack.number, first, second)
    local outcome, damage = rocket_result(s, level, distance, direction)
    return outcome, {damage = damage, kill = s.hp and damage >= s.hp and 1 or 0}
  end,
  explain = function(s)
    local lines = air_attack.explain(s)
    if not s.attack.refused then table.insert(lines, "one success scatters: " .. scatter.words(s.scatter)) end
    return lines
  end,
}

return {procedures = {strafe, rocket_attack}}
