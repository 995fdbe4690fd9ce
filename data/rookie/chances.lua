-- "Aircraft", "Anti-Aircraft Fire", "Resolution of Air and Artillery Fire", "Snipers", "Observation": percentage dice,
-- rolled until something happens or time is up, and where artillery lands.

local words = require "words"

-- A chance that grows turn by turn (K12). The outcome is the number of the turn.
local function rising(more)
  local made = {
    undecided = more.outcomes[2],
    state = {over = whole(0, 1000), has_come = flag}, told = {over = "turns without it"},
    outcome = function(s, now)
      if now.has_come then return now.over + 1 end
      return now.over == s.turns and more.outcomes[2] or nil
    end,
    dice = {d100},
    thrown = "a turn",
  }
  for key, one in pairs(more) do made[key] = one end
  return chain(made)
end

local function rise(now, roll, chance, expected)
  if roll <= words.percent(chance) then
    now.has_come = true
    return false, {[expected] = 1}
  end
  now.over = now.over + 1
  return false
end

local PERCENT = whole(-1000, 1000)

-- An aircraft arrives with 35% on the first turn and 10% more on each later one.
local aircraft_arrival = rising {
  id = "ROOKIE-11", name = "aircraft-arrival", chapter = "Aircraft and artillery",
  title = "the turn on which an aircraft arrives",
  section = "Aircraft", rulings = "K12", notes = "After an arrival, the chance is the base again.",
  parameters = {
    {"base", PERCENT, "percent on the first turn", default = 35, default_cell = "values.aircraft-base-percent.value"},
    {"step", PERCENT, "percentage points added every turn", default = 10,
     default_cell = "values.aircraft-step-percent.value"},
    {"turns", whole(1, 1000), "turns to wait", default = 8},
  },
  outcomes = {"#", "none"}, numbers = "1, 2, ... the turn; none",
  expectations = {{"arrived", "probability that it arrives within the turns"}},
  step = function(s, now, roll) return rise(now, roll, s.base + s.step * now.over, "arrived") end,
}

-- "Anti-Aircraft Fire": every weapon and function rolls for itself, and chances never add up (K7), except those of the
-- barrels of one gun. Weapons of a kind are alike, so the state counts their rolls.

local function count(key, help)
  return {key, whole(0, 50), help, default = 0}
end

local function weapons_of(s)
  local function of(n, percent) return {rolls = n * s.functions, percent = words.percent(percent)} end
  return {
    of(s.squads, words.value "squad-hit-percent"),
    of(s.machine_guns, words.value "machine-gun-hit-percent"),
    of(s.multi_guns, words.value "barrel-hit-percent" * s.barrels),
    of(s.aa_guns, words.value "aa-gun-hit-percent"),
  }
end

-- Weapons that have made their rolls, or have none, are passed over.
local function pass(s, weapon, rolled)
  while weapon <= #s.weapons and rolled == s.weapons[weapon].rolls do weapon, rolled = weapon + 1, 0 end
  return weapon, rolled
end

local anti_aircraft = chain {
  id = "ROOKIE-12", name = "anti-aircraft", chapter = "Aircraft and artillery", title = "hits on an aircraft",
  section = "Anti-Aircraft Fire", rulings = "K7 K12", notes = "The effect of a hit is lost.",
  parameters = {
    count("squads", "squads that fire at it"), count("machine-guns", "heavy machine guns for air defence"),
    count("multi-guns", "multi-barrelled guns"), count("aa-guns", "anti-aircraft guns"),
    {"barrels", whole(1, 20), "barrels of a multi-barrelled gun", default = 2},
    {"functions", whole(1, 2), "rolls of each weapon", default = 1},
  },
  numbers = "0, 1, ... hits", undecided = false,
  expectations = {{"hits", "mean number of hits"}, {"any-hit", "probability of at least one"}},
  prepare = function(s) s.weapons = weapons_of(s) end,
  state = {weapon = whole(1, 5), rolled = whole(0, 100), hits = whole(0, 400)}, told = {hits = "hits"},
  start = function(s)
    local weapon, rolled = pass(s, 1, 0)
    return {weapon = weapon, rolled = rolled}
  end,
  outcome = function(s, now)
    if now.weapon > #s.weapons then return now.hits end
  end,
  dice = {d100},
  -- How many kinds of weapons would hit: a roll that is enough for one chance is enough for all higher ones.
  kind = function(s, roll)
    local n = 0
    for _, weapon in ipairs(s.weapons) do n = n + (roll <= weapon.percent and 1 or 0) end
    return n
  end,
  step = function(s, now, roll)
    local is_hit = roll <= s.weapons[now.weapon].percent
    local is_first = is_hit and now.hits == 0
    now.weapon, now.rolled = pass(s, now.weapon, now.rolled + 1)
    if not is_hit then return false end
    now.hits = now.hits + 1
    return false, {hits = 1, ["any-hit"] = is_first and 1 or 0}
  end,
  thrown = "a roll",
}

-- A 10d: 1 to 4 is dead on, and every other roll a direction of the template. A 0 is lower than those but still drifts
-- (K1).
local artillery_drift = roll {
  id = "ROOKIE-13", name = "artillery-drift", chapter = "Aircraft and artillery",
  title = "where off-board artillery lands",
  section = "Resolution of Air and Artillery Fire", rulings = "K1",
  notes = "The template that shows the directions is lost. The minimum range is 8.1 inches.",
  outcomes = {"dead-on", "drift-#", "drift-0"},
  numbers = "dead-on; drift-5 to drift-9 and drift-0, the directions of the template",
  prepare = function(s) s.dead_on = words.value "dead-on" end,
  dice = {d10},
  resolve = function(s, face)
    local shown = words.roll_of(face)
    return 1 <= shown and shown <= s.dead_on and "dead-on" or "drift-" .. shown
  end,
}

-- Each turn in which a sniper fires makes its detection likelier. Its first shot is never seen.
local sniper_detection = rising {
  id = "ROOKIE-16", name = "sniper-detection", chapter = "Observation",
  title = "the turn of fire on which a sniper is detected",
  section = "Snipers", rulings = "K12",
  parameters = {{"turns", whole(1, 1000), "turns in which the sniper fires", default = 5}},
  outcomes = {"#", "undetected"}, numbers = "1, 2, ... the turn; undetected",
  expectations = {{"detected", "probability that the sniper is detected within the turns"}},
  prepare = function(s) s.rise = words.value "sniper-step-percent" end,
  step = function(s, now, roll) return rise(now, roll, s.rise * now.over, "detected") end,
}

-- "Observation": a function spent on it is one attempt. Percentages of the observer and of the target add up. Only the
-- base chance of class 2 woods at 78 inches is known.
local function chance_of(s)
  local percent = s.base + s.modifier
  if s.camouflaged then percent = percent + words.modifier "camouflaged" end
  if s.specialist then percent = percent + words.modifier "specialist" end
  if s.training == "a" then percent = percent + words.modifier "training-a" end
  return words.percent(percent)
end

local observe = chain {
  id = "ROOKIE-17", name = "observe", chapter = "Observation", title = "whether a hidden target is spotted",
  section = "Observation", rulings = "K12",
  notes = "The table of base chances is lost except for one cell; give yours as base.",
  parameters = {
    {"base", PERCENT, "percent; only the one for class 2 woods at 78 inches is known", default = 10,
     default_cell = "values.observe-base-percent.value"},
    {"camouflaged", flag, "the target is camouflaged"},
    {"specialist", flag, "the observers are specialists"},
    {"training", choice {"other", "a"}, "class of training", default = "other"},
    {"modifier", PERCENT, "further percentage points", default = 0},
    {"attempts", whole(1, 1000), "functions spent on it", default = 1},
  },
  outcomes = {"spotted", "unseen"}, undecided = false,
  expectations = {{"chance", "probability of one attempt", parts = 100}},
  prepare = function(s) s.percent = chance_of(s) end,
  state = {made = whole(0, 1000), is_spotted = flag}, told = {},
  outcome = function(s, now)
    if now.is_spotted then return "spotted" end
    return now.made == s.attempts and "unseen" or nil
  end,
  dice = {d100},
  kind = function(s, roll) return roll <= s.percent and "seen" or "unseen" end,
  step = function(s, now, roll)
    local chance = now.made == 0 and s.percent or 0
    if roll <= s.percent then
      now.made, now.is_spotted = 0, true
    else
      now.made = now.made + 1
    end
    return false, {chance = chance}
  end,
  thrown = "a look",
}

return {
  aircraft_arrival = aircraft_arrival, anti_aircraft = anti_aircraft, artillery_drift = artillery_drift,
  sniper_detection = sniper_detection, observe = observe,
}
