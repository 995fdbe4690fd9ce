-- Artillery (6.0 "Artillery Fire", "Correction", "Pre-programmed fire", "Hit Roll").

local words, attack, one_attack, scatter = require "words", require "attack", require "one-attack", require "scatter"

local function value(id)
  return tables.values[id].value
end

-- How far a burst lands from its target point. An attack that the observer sees is corrected: it deviates 50 mm less,
-- and no farther than the attacks before it. Without an observer these count for nothing (R-46). A point registered
-- before the game needs neither.

local DEVIATION = {
  {"observed", flag, "the firer or an observer sees the target point"},
  {"previous", whole(0, 1000000), "deviation of the attack before, mm", default = "none", word = "none"},
  words.count("attack", "the number of the attack, in a row of attacks on the same point", 1),
  {"registered", flag, "a point registered before the game: no deviation"},
}

local ANYWHERE = 2147483647

local function prepare_deviation(s)
  local is_corrected = s.observed and not s.registered
  s.step = value "deviation-step-mm"
  s.saved = is_corrected and value "observer-correction-mm" or 0
  s.rolls = is_corrected and s.attack or 1
  s.farthest = is_corrected and s.previous or ANYWHERE
end

-- The sum of two D10 in steps of 10 mm (R-44), less the observer's part, and at least 0 (R-19).
local function own_deviation(s, first, second)
  return s.registered and 0 or max(0, (first + second) * s.step - s.saved)
end

local function is_settled(s, now)
  return now.rolled == s.rolls
end

-- The smallest of all attacks up to this one. Nothing is nearer than 0, so the rest is not thrown then.
local function deviate(s, now, first, second)
  now.distance = min(now.distance, own_deviation(s, first, second))
  now.rolled = now.distance > 0 and now.rolled + 1 or s.rolls
end

local function deviation_dice(s)
  return s.registered and {} or {d10, d10}
end

local function deviation_words(s)
  if s.registered then return "A registered point: no deviation" end
  return (s.rolls > 1 and ("The smallest of %d attacks, each "):format(s.rolls) or "")
    .. ("2D10 x %d mm"):format(s.step)
    .. (s.saved > 0 and (", minus %d mm for the observer"):format(s.saved) or "")
    .. (s.farthest < ANYWHERE and (", at most %d mm as before"):format(s.farthest) or "")
end

local deviation = chain {
  id = "MAD-14", name = "artillery-deviation", chapter = "Artillery",
  title = "how far from its target point a burst lands",
  section = "6.0 Artillery Fire, Correction, Pre-programmed fire", rulings = "R-19, R-44, R-46",
  parameters = DEVIATION,
  numbers = "0, 10, 20, ...: the distance in mm", undecided = false,
  expectations = {{"distance", "mean deviation in mm"}},
  prepare = prepare_deviation,
  state = {rolled = whole(0, 1000000), distance = whole(0, ANYWHERE)},
  start = function(s) return {distance = s.farthest} end,
  outcome = function(s, now) return is_settled(s, now) and now.distance or nil end,
  dice = deviation_dice,
  thrown = "the deviation", told = {distance = "distance in mm"},
  step = function(s, now, first, second)
    deviate(s, now, first, second)
    return false, {distance = is_settled(s, now) and now.distance or 0}
  end,
  explain = deviation_words,
}

-- Where a burst lands: the distance, then the direction.

local CALIBRE = {"calibre", row "artillery", "size of the guns"}

local BURST = words.and_also(DEVIATION,
  CALIBRE, words.count("guns", "guns or tubes of the unit", 1), words.TECH,
  scatter.OFFSET_X, scatter.OFFSET_Y, scatter.ELEMENT_RADIUS)

-- Both games have the same sizes of guns, each with its own table of effects.
local function artillery_of(s)
  local artillery = s.tech == "ww2" and s.calibre or find(tables.hitech_artillery, s.calibre.id)
  return artillery or refuse(("calibre=%s: the table hitech-artillery has no row '%s'; add it, or use tech=ww2"):format(
    s.calibre.id, s.calibre.id))
end

-- Each gun makes the template larger, up to a limit.
local function prepare_burst(s)
  prepare_deviation(s)
  s.radius = min(s.guns * artillery_of(s).radius_mm, value "template-radius-max-mm")
  s.element = {x = s.offset_x, y = s.offset_y, radius = s.element_radius}
end

local BURST_STATE = {
  rolled = whole(0, 1000000), distance = whole(0, ANYWHERE), landed = choice {"no", "under", "clear"},
}

local function burst_dice(s, now)
  return is_settled(s, now) and {d12} or deviation_dice(s)
end

local function burst_thrown(s, now)
  return is_settled(s, now) and "the direction" or "the deviation"
end

local function land(s, now, direction)
  now.landed = scatter.is_under_template(now.distance, direction, s.radius, s.element) and "under" or "clear"
  now.distance = 0
end

-- A burst that does not deviate needs no direction.
local function burst_step(s, now, first, second)
  if is_settled(s, now) then return land(s, now, first) end
  deviate(s, now, first, second)
  if is_settled(s, now) and now.distance == 0 then land(s, now, 12) end
end

local function burst_lines(s)
  local around = s.element_radius > 0 and (" and %.15g mm round it"):format(s.element_radius) or ""
  return {
    ("A template of %d mm radius, the element at (%.15g, %.15g)%s from the target point"):format(
      s.radius, s.offset_x, s.offset_y, around),
    deviation_words(s),
  }
end

local coverage = chain {
  id = "MAD-15", name = "artillery-coverage", chapter = "Artillery",
  title = "whether an element is under the template", section = "6.0 Artillery Fire",
  rulings = "R-19, R-32, R-33, R-44, R-46",
  parameters = BURST,
  outcomes = {"under", "clear"}, undecided = "under",
  expectations = {{"radius", "radius of the template in mm"}},
  prepare = prepare_burst,
  state = BURST_STATE,
  start = function(s) return {distance = s.farthest} end,
  outcome = function(s, now) return now.landed ~= "no" and now.landed or nil end,
  dice = burst_dice,
  thrown = burst_thrown, told = {distance = "deviation in mm"},
  step = function(s, now, first, second)
    burst_step(s, now, first, second)
    return false, {radius = now.landed ~= "no" and s.radius or 0}
  end,
  explain = burst_lines,
}

-- Hit Roll, for an element under the template. The table of situations says everything: no modifier of direct fire
-- applies, but criticals do (R-18). Artillery cannot reach VTOLs.

local TARGET = words.target("target", "the target under the template")
local SITUATION = {"situation", choice {"open", "cover", "prepared"}, "the position of the target", default = "open"}

local function attack_of(s)
  words.check_target(s.tech, s.target)
  local artillery, on_foot = artillery_of(s), words.is_on_foot(s.target)
  if s.target == "vtol" then return {refused = "it does not affect VTOLs", dice = {}} end
  return {
    number = tables.artillery_to_hit[(on_foot and "infantry-" or "vehicle-") .. s.situation].to_hit,
    damage = attack.damages(artillery.damage, on_foot), dice = {d10, d10},
  }
end

local function hit_lines(one)
  return attack.lines("Artillery", one, "in this situation", {})
end

local hit = roll {
  id = "MAD-16", name = "artillery-hit", chapter = "Artillery", title = "the attack on an element under the template",
  section = "6.0 Artillery Fire, Hit Roll", rulings = "R-01, R-02, R-05, R-06, R-18",
  parameters = {CALIBRE, TARGET, SITUATION, words.TECH, words.HIT_POINTS},
  outcomes = one_attack.OUTCOMES, expectations = one_attack.EXPECTATIONS, expects = one_attack.expects,
  prepare = function(s) s.attack = attack_of(s) end,
  dice = one_attack.dice, resolve = one_attack.resolve,
  explain = function(s) return hit_lines(s.attack) end,
}

-- A whole attack: a burst, and the hit roll if the element is under it.

local whole_attack = chain {
  id = "MAD-17", name = "artillery-attack", chapter = "Artillery", title = "a whole artillery attack on one element",
  section = "6.0 Artillery Fire, Hit Roll",
  rulings = "R-01, R-02, R-05, R-06, R-18, R-19, R-32, R-33, R-44, R-46",
  parameters = words.and_also(BURST, TARGET, SITUATION, words.HIT_POINTS),
  outcomes = {"clear", "miss", "single", "double", "critical", "no-shot"}, undecided = "clear",
  expectations = one_attack.EXPECTATIONS, expects = one_attack.expects,
  prepare = function(s)
    s.hit = {attack = attack_of(s), hp = s.hp}
    prepare_burst(s)
  end,
  state = {
    rolled = BURST_STATE.rolled, distance = BURST_STATE.distance, landed = BURST_STATE.landed,
    result = choice {"open", "miss", "single", "double", "critical", "no-shot"},
  },
  start = function(s)
    return {distance = s.farthest, result = s.hit.attack.refused and "no-shot" or "open"}
  end,
  outcome = function(s, now)
    if now.result ~= "open" then return now.result end
    return now.landed == "clear" and "clear" or nil
  end,
  dice = function(s, now) return now.landed == "under" and s.hit.attack.dice or burst_dice(s, now) end,
  thrown = function(s, now) return now.landed == "under" and "the attack" or burst_thrown(s, now) end,
  told = {distance = "deviation in mm"},
  step = function(s, now, first, second)
    if now.landed == "no" then return burst_step(s, now, first, second) end
    local gains
    now.result, gains = one_attack.resolve(s.hit, first, second)
    return false, gains
  end,
  explain = function(s) return words.and_also(burst_lines(s), table.unpack(hit_lines(s.hit.attack))) end,
}

return {deviation = deviation, coverage = coverage, hit = hit, attack = whole_attack}
