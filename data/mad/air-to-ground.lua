-- Aircraft Rules: air to ground, and fire from the ground at aircraft.

local words, attack, one_attack = require "words", require "attack", require "one-attack"
local air_attack, scatter = require "air-attack", require "scatter"

local TARGET = {"target", choice {"vehicle", "infantry"}, "the target", default = "vehicle"}
local SKILL = {"skill", whole(0, 1000000), "the crew's skill", default = 0}

-- Air to Ground Modifiers: all lines add up, infantry in cover is +3 (R-29). Those of air combat do not apply (R-28).
local function at_ground(s, group, halved)
  local one = air_attack.attack_of(group, halved)
  local function add(id, why) air_attack.add(one, tables.air_modifiers[id].modifier, why) end
  add("ground-target", "a target on the ground")
  if s.target == "infantry" then add("ground-infantry", "infantry") end
  if s.cover == "normal" then add("ground-cover", "cover") end
  return one
end

-- "Firing": guns against ground targets. Aircraft weapons do infantry half damage, machine guns too (R-30).

local function prepare_strafe(s)
  local group = air_attack.group_of(s)
  local is_spared = group.weapon.small_arms and not s.mg_halved
  s.attack = at_ground(s, group, s.target == "infantry" and not is_spared)
end

local strafe = roll {
  id = "MAD-23", name = "strafe", chapter = "Air to ground",
  title = "one attack of a group of guns on a ground element",
  section = "Aircraft Rules, Firing", rulings = "R-15, R-28 to R-30",
  parameters = {
    air_attack.AIRCRAFT, air_attack.GROUP, air_attack.weapon("gun", "aircraft"), air_attack.RANGE,
    air_attack.GUNS_OF_AIRCRAFT,
    TARGET, words.COVER_FROM_THE_AIR,
    air_attack.GROUP_DAMAGE,
    {"mg-halved", flag, "machine guns also do half damage to infantry", default = "yes"},
    words.HIT_POINTS,
  },
  outcomes = one_attack.OUTCOMES, expectations = one_attack.EXPECTATIONS, expects = one_attack.expects,
  prepare = prepare_strafe,
  dice = one_attack.dice,
  resolve = one_attack.resolve,
  explain = air_attack.explain,
}

-- "Rocket Attacks vs Ground Targets". A single success scatters from the element, and does full damage if the template
-- still covers it (R-34). A critical does twice the damage, as everywhere else (R-35).

local function prepare_rocket(s)
  s.attack = at_ground(s, s, s.target == "infantry")
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
  id = "MAD-24", name = "rocket-attack", chapter = "Air to ground",
  title = "rockets against a nominated ground element",
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
  expects = one_attack.expects,
  prepare = prepare_rocket,
  dice = function(s) return s.attack.refused and {} or {d10, d10, d10, d12} end,
  resolve = function(s, first, second, distance, direction)
    if s.attack.refused then return "no-shot" end
    local level = attack.level_of(s.attack.number, first, second)
    local outcome, damage = rocket_result(s, level, distance, direction)
    return outcome, {damage = damage, kill = one_attack.kill(s, damage)}
  end,
  explain = function(s)
    local lines = air_attack.explain(s)
    if not s.attack.refused then table.insert(lines, "one success scatters: " .. scatter.words(s.scatter)) end
    return lines
  end,
}

-- "Bombing": no attack roll. Each template scatters by itself from the same aim point, and damages what it covers.

local RUN_MAX = 1000000

-- The load becomes whole templates, the nearest number of them, and a light one none (R-45).
local function templates_of(s)
  local load = s.bomb_load or s.aircraft and (s.aircraft.bomb_load_lbs or 0)
  if not load then return s.templates end
  local templates = scatter.templates_of(load)
  if templates > RUN_MAX then
    refuse(("bomb-load=%d is %d templates; a run can have %d"):format(s.bomb_load, templates, RUN_MAX))
  end
  return templates
end

local function prepare_bombing(s)
  s.dropped = templates_of(s)
  s.scatter = scatter.of(s.skill, s.template_radius, {x = s.offset_x, y = s.offset_y, radius = s.element_radius})
  s.damage = attack.damages(tables.air_values.bomb_damage.value, s.target == "infantry").double
end

local function kills(s, templates)
  return s.hp and templates * s.damage >= s.hp
end

local bombing = chain {
  id = "MAD-25", name = "bombing", chapter = "Air to ground", title = "one bombing run and one element",
  section = "Aircraft Rules, Bombing", rulings = "R-31 to R-33, R-45",
  parameters = {
    {"aircraft", row "aircraft", "the aircraft that drops all its bombs, in place of templates", optional = true,
     excludes = "templates"},
    {"templates", whole(0, RUN_MAX), "templates of bombs dropped", default = 1, excludes = "bomb-load"},
    {"bomb-load", whole(0, 1000000000), "bomb load in lbs, in place of templates", optional = true,
     excludes = "aircraft"},
    SKILL, scatter.OFFSET_X, scatter.OFFSET_Y, scatter.ELEMENT_RADIUS, scatter.TEMPLATE_RADIUS, TARGET,
    words.HIT_POINTS,
  },
  numbers = "0, 1, ... all: templates over the element", undecided = false,
  expectations = {
    {"damage", "mean damage to the element"},
    {"templates-on", "mean number of templates over the element"},
    {"kill", "probability that the damage is at least hp"},
  },
  expects = one_attack.expects,
  prepare = prepare_bombing,
  state = {dropped = whole(0, RUN_MAX), on = whole(0, RUN_MAX)},
  outcome = function(s, now)
    if now.dropped == s.dropped then return now.on end
  end,
  dice = {d10, d12},
  thrown = "a template", told = {on = "templates on the target"},
  kind = function(s, distance, direction) return s.scatter.covers[distance][direction] and "over" or "beside" end,
  step = function(s, now, distance, direction)
    now.dropped = now.dropped + 1
    if not s.scatter.covers[distance][direction] then return false end
    now.on = now.on + 1
    local is_kill = kills(s, now.on) and not kills(s, now.on - 1)
    return false, {damage = s.damage, ["templates-on"] = 1, kill = is_kill and 1 or 0}
  end,
  explain = function(s)
    return {
      ("%s, each doing %d to an element under it"):format(words.counted(s.dropped, "template"), s.damage),
      scatter.words(s.scatter),
    }
  end,
}

-- 6.0 "AA Fire"; Aircraft Rules, "AA Fire": the anti-aircraft weapons of R-38, which use the aircraft weapon table, and
-- infantry's small arms, which use the ground table.

local function gun_of(s)
  return find(tables.aircraft_weapons, s.weapon.id)
end

-- Small arms have the number of the ground table, but reach only 100 m. They are no group of guns.
local function small_arms(s)
  local one = air_attack.attack_of({weapon = s.weapon, range = s.range, count = 1}, false)
  if s.range > tables.air_values.aa_small_arms_range_m.value then one.refused = "out of range" end
  return one
end

-- A target in the air is +2, in place of every line about the angle of attack.
local function prepare_aa_fire(s)
  local gun = gun_of(s)
  local one = gun and air_attack.attack_of(s, false) or small_arms(s)
  local function add(id, why) air_attack.add(one, tables.modifiers[id].modifier, why) end
  add("airborne", "a target in the air")
  if s.moving then add("moving", "firing on the move") end
  if s.opportunity then add("opportunity", "opportunity fire") end
  if s.altitude == "high" and not (gun and gun.high_altitude) then one.refused = "its altitude is too low" end
  if s.fixed and s.moving then one.refused = "it is fixed, and the firer moves" end
  s.attack = one
end

local aa_fire = roll {
  id = "MAD-26", name = "aa-fire", chapter = "Air to ground", title = "fire from the ground at an aircraft",
  section = "6.0 AA Fire; Aircraft Rules, AA Fire", rulings = "R-15, R-38",
  parameters = {
    {"weapon", row {"aircraft-weapons", "weapons"}, "small arms, or the guns of an AA system", among = "anti_aircraft"},
    air_attack.RANGE, air_attack.GUNS, air_attack.GROUP_DAMAGE,
    {"altitude", choice {"low", "high"}, "ground attackers fly low, level bombers high", default = "low"},
    words.MOVING, words.FIXED, words.OPPORTUNITY, air_attack.TARGET, air_attack.HIT_POINTS,
  },
  outcomes = one_attack.OUTCOMES, expectations = one_attack.EXPECTATIONS, expects = one_attack.expects,
  prepare = prepare_aa_fire,
  dice = one_attack.dice,
  resolve = one_attack.resolve,
  explain = air_attack.explain,
}

return {procedures = {strafe, rocket_attack, bombing, aa_fire}}
