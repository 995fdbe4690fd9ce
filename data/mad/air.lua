-- Aircraft Rules: in the air.

local words, attack, one_attack = require "words", require "attack", require "one-attack"
local sequence, air_attack = require "sequence", require "air-attack"

-- "Initiative": a D10 and the crew's skill for each aircraft, the higher one moves first. A tie is thrown again (R-25).

local air_initiative = chain {
  id = "MAD-19", name = "air-initiative", chapter = "In the air", title = "the aircraft that moves first",
  section = "Aircraft Rules, Initiative", rulings = "R-25",
  parameters = {
    {"skill-a", whole(0, 1000000), "skill of a's crew", default = 0},
    {"skill-b", whole(0, 1000000), "skill of b's crew", default = 0},
    sequence.TIES,
  },
  outcomes = sequence.OUTCOMES, undecided = "tie", expectations = sequence.EXPECTATIONS, expects = sequence.expects,
  state = sequence.STATE, outcome = sequence.outcome,
  dice = {d10, d10},
  step = function(s, now, a, b) return sequence.roll_off(s, now, a + s.skill_a, b + s.skill_b) end,
  thrown = "the initiative", told = {},
}

-- "Firing", "Tailing & Tail Gunners", Air to Air Modifiers: a shot of a group of guns at an aircraft.

local SHOT = {
  air_attack.AIRCRAFT, air_attack.GROUP, air_attack.weapon(nil, "aircraft"),
  air_attack.RANGE,
  air_attack.GUNS_OF_AIRCRAFT,
  {"angle", choice {"rear", "side", "head-on"}, "the angle of attack", default = "rear"},
  {"mount", choice {"fixed", "turret"}, "the mount of the weapon; a turret is any mount that turns", default = "fixed",
   excludes = "aircraft"},
  {"manoeuvre", flag, "either plane flew a manoeuvre of class 1 or 2"},
  {"hard-turn", flag, "either plane turned through 180 degrees or more"},
  {"tailing", flag, "the firer tails the target, or its gunner fires at the plane that tails it"},
  air_attack.GROUP_DAMAGE,
}

local function modifier(id)
  return tables.air_modifiers[id].modifier
end

-- The diagram of the angles is lost: the player names the angle, and the rear quarter has no modifier (R-48). Manoeuvre
-- and hard turn count once each, even if both planes flew one (R-27). Tailing drops every modifier (R-26).
local function shot_of(s)
  local group = air_attack.group_of(s)
  local one = air_attack.attack_of(group, false)
  if s.tailing then return one end
  if s.angle == "side" then air_attack.add(one, modifier "side", "a shot from the side") end
  if s.angle == "head-on" then air_attack.add(one, modifier "head-on", "a head-on shot") end
  if s.mount == "turret" or group.arc then air_attack.add(one, modifier "turret", "a weapon that turns") end
  if s.manoeuvre then air_attack.add(one, modifier "manoeuvre", "a manoeuvre") end
  if s.hard_turn then air_attack.add(one, modifier "hard-turn", "a hard turn") end
  return one
end

local air_fire = roll {
  id = "MAD-20", name = "air-fire", chapter = "In the air", title = "one attack of a group of guns on an aircraft",
  section = "Aircraft Rules, Firing", rulings = "R-15, R-26 to R-28, R-48",
  parameters = words.and_also(SHOT, air_attack.TARGET, air_attack.HIT_POINTS),
  outcomes = one_attack.OUTCOMES, expectations = one_attack.EXPECTATIONS, expects = one_attack.expects,
  prepare = function(s) s.attack = shot_of(s) end,
  dice = one_attack.dice,
  resolve = one_attack.resolve,
  explain = air_attack.explain,
}

-- "Critical Hits": a D10 on the table, a D3 for the number of crew hits, then the place of each.

local VICTIM = {
  {"engine-hits", whole(0, 1), "engine hits suffered before", default = 0},
  {"crew-locations", whole(1, 1000000), "places of the crew, including the cockpit", default = 1},
  {"repeat", flag, "may the same place be hit again", default = "yes"},
}

-- What is thrown next, how many crew hits there are, and how many of them have missed the cockpit.
local CRITICAL = {throws = choice {"table", "number", "place"}, hits = whole(0, 3), hit = whole(0, 3)}

local CRITICAL_THROWN = {
  table = "the critical hit table", number = "the number of crew hits", place = "the place of a crew hit",
}

local LOSS = {["crash-engine"] = true, ["crash-cockpit"] = true, ["break-up"] = true}

-- Each crew hit is diced separately. A place can be hit again, unless repeat=no (R-36). Then every hit before this one
-- has used up one of the other places.
local function critical_dice(s, now)
  if now.throws == "table" then return {d10} end
  if now.throws == "number" then return {d3} end
  local places = s.crew_locations - (s["repeat"] and 0 or now.hit)
  return {card {cockpit = 1, elsewhere = places - 1}}
end

local function result_of(face)
  for result in each(tables.air_criticals) do
    if result.from <= face and face <= result.to then return result.id end
  end
end

-- The second engine hit is a crash, however many engines the plane has (R-37).
local function read_table(s, now, face)
  local result = result_of(face)
  if result == "engine-hit" and s.engine_hits == 1 then return "crash-engine" end
  if result ~= "crew-hit" then return result end
  now.throws = "number"
end

-- There are never more hits than places, unless a place can be hit again.
local function count_hits(s, now, number)
  now.hits = s["repeat"] and number or min(number, s.crew_locations)
  now.throws = "place"
end

-- The first hit on the cockpit is a crash. A plane with one seat has only the cockpit (R-36).
local function hit_place(now, place)
  if place == "cockpit" then return "crash-cockpit" end
  now.hit = now.hit + 1
  if now.hit == now.hits then return "crew-hit" end
end

-- Returns the result, or nothing as long as more dice are thrown.
local function critical_step(s, now, shown)
  if now.throws == "table" then return read_table(s, now, shown) end
  if now.throws == "number" then return count_hits(s, now, shown) end
  return hit_place(now, shown)
end

-- A result ends the throws: whatever they were, the state is the same.
local function forget_throws(now)
  now.throws, now.hits, now.hit = "table", 0, 0
end

local air_critical = chain {
  id = "MAD-21", name = "air-critical", chapter = "In the air", title = "the critical hit table",
  section = "Aircraft Rules, Critical Hits", rulings = "R-36, R-37",
  parameters = VICTIM,
  outcomes = {"engine-hit", "crash-engine", "crew-hit", "crash-cockpit", "break-up"}, undecided = "engine-hit",
  expectations = {{"loss", "probability of a crash or a break-up"}},
  state = {
    throws = CRITICAL.throws, hits = CRITICAL.hits, hit = CRITICAL.hit,
    result = choice {"open", "engine-hit", "crash-engine", "crew-hit", "crash-cockpit", "break-up"},
  },
  thrown = function(s, now) return CRITICAL_THROWN[now.throws] end, told = {hit = "crew hits placed"},
  outcome = function(s, now) return now.result ~= "open" and now.result or nil end,
  dice = critical_dice,
  step = function(s, now, shown)
    local result = critical_step(s, now, shown)
    if not result then return false end
    forget_throws(now)
    now.result = result
    return false, {loss = LOSS[result] and 1 or 0}
  end,
}

-- A shot at an aircraft, and the critical hit table after a critical. If the damage has destroyed the plane, the table
-- cannot change anything. A combined-arms game has no such table.

local function after_shot(s, now, first, second)
  local level = attack.level_of(s.attack.number, first, second)
  local damage = s.attack.damage[level]
  now.result = damage >= s.strength and "destroyed" or damage > 0 and "damaged" or "unharmed"
  now.in_table = level == "critical" and now.result ~= "destroyed" and not s.combined
  return false, {damage = damage}
end

local function in_table(s, now, shown)
  local result = critical_step(s, now, shown)
  if not result then return false end
  forget_throws(now)
  now.in_table = false
  if LOSS[result] then now.result = "destroyed" end
  return false
end

local air_kill = chain {
  id = "MAD-22", name = "air-kill", chapter = "In the air",
  title = "one attack on an aircraft, and the critical hit table",
  section = "Aircraft Rules, Firing, Critical Hits", rulings = "R-15, R-26 to R-28, R-36, R-37, R-48",
  parameters = words.and_also(SHOT, air_attack.TARGET,
    {"hp", whole(1, 1000000), "hit points of the target", excludes = "target"},
    VICTIM[1], VICTIM[2], VICTIM[3],
    {"combined", flag, "a combined-arms game, which has no critical hit table"}),
  outcomes = {"destroyed", "damaged", "unharmed"}, undecided = "destroyed",
  expectations = {{"damage", "mean damage"}},
  prepare = function(s)
    s.attack = shot_of(s)
    s.strength = s.target and s.target.hp or s.hp
  end,
  state = {
    throws = CRITICAL.throws, hits = CRITICAL.hits, hit = CRITICAL.hit,
    in_table = flag, result = choice {"open", "destroyed", "damaged", "unharmed"},
  },
  thrown = function(s, now) return now.in_table and CRITICAL_THROWN[now.throws] or "the attack" end, told = {},
  start = function(s) return {result = s.attack.refused and "unharmed" or "open"} end,
  outcome = function(s, now)
    return not now.in_table and now.result ~= "open" and now.result or nil
  end,
  dice = function(s, now) return now.in_table and critical_dice(s, now) or {d10, d10} end,
  step = function(s, now, first, second)
    if now.in_table then return in_table(s, now, first) end
    return after_shot(s, now, first, second)
  end,
  explain = function(s)
    local lines = air_attack.explain(s)
    if s.combined then table.insert(lines, "no critical hit table in a combined-arms game") end
    return lines
  end,
}

return {procedures = {air_initiative, air_fire, air_critical, air_kill}}
