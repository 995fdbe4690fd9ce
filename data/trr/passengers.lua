-- A shot that damages a vehicle (section 8 "Results"), or goes through a firing slit (section 10 "Demolitions"), hits
-- those inside. The vehicle's score is given, and the slit's is thrown first; from there both are one rule: as many
-- dice as markers, each in the row of the casualty table that the score is.

local words, ranges, soft_fire, anti_tank = require "words", require "ranges", require "soft-fire", require "anti-tank"

local ROWS = 15

-- The state once the score is known. The table has 15 rows, and higher scores use the last.
local function inside(score)
  local markers = anti_tank.markers(score)
  return {is_hit = true, row = markers > 0 and min(score, ROWS) or 0, left = markers, casualties = 0}
end

local STATE = {is_hit = flag, row = whole(0, ROWS), left = whole(0, 99), casualties = whole(0, 400)}

local function outcome(s, now)
  return now.is_hit and now.left == 0 and now.casualties or nil
end

local function hit_passenger(now, die)
  local casualties = soft_fire.casualties(soft_fire.row(now.row), die)
  now.left, now.casualties = now.left - 1, now.casualties + casualties
  return false, {hits = casualties}
end

local HITS = {"hits", "mean number of casualties"}
local TOLD = {casualties = "casualties"}

local passengers = chain {
  id = "TRR-22", name = "passengers", chapter = anti_tank.CHAPTER, title = "casualties inside a damaged vehicle",
  section = "8 Results",
  parameters = {{"score", whole(6, 25), "final score of the shot that damaged the vehicle"}},
  numbers = soft_fire.NUMBERS, undecided = false, expectations = {HITS},
  state = STATE, start = function(s) return inside(s.score) end,
  outcome = outcome,
  dice = {d10},
  step = function(s, now, die) return hit_passenger(now, die) end,
  thrown = "a passenger", told = TOLD,
}

-- It is possible only from close range or nearer; beyond it the slit is no target. Only the slit's defence protects it;
-- aspect and concealment do not matter.

local function shot_at_slit(s)
  return {
    strike = anti_tank.strike(s), class = anti_tank.class(s), defence = words.value "slit-defence",
    distance = s.distance, firer_moving = s.firer_moving,
  }
end

local bunker_slit = chain {
  id = "TRR-29", name = "bunker-slit", chapter = "Mines and bunkers", title = "armour-piercing shot at a firing slit",
  section = "10 Demolitions",
  parameters = {words.GUN, words.strike(6), words.CLASS, words.distance(20), words.FIRER_MOVING},
  outcomes = {"out-of-range"}, numbers = soft_fire.NUMBERS, undecided = false,
  expectations = {HITS, {"penetrated", "probability that the shot penetrates"}},
  brackets = function(s)
    local class = anti_tank.class(s)
    return {class.point_blank, class.close}
  end,
  prepare = function(s)
    s.is_in_range = s.distance <= anti_tank.class(s).close
    s.modifier = anti_tank.modifier(shot_at_slit(s)) or 0
  end,
  state = STATE,
  outcome = function(s, now)
    if not s.is_in_range then return "out-of-range" end
    return outcome(s, now)
  end,
  dice = {d10},
  step = function(s, now, die)
    if now.is_hit then return hit_passenger(now, die) end
    local then_ = inside(die + s.modifier)
    now.is_hit, now.row, now.left = true, then_.row, then_.left
    return false, {penetrated = now.left > 0 and 1 or 0}
  end,
  thrown = "a passenger", told = TOLD,
  explain = function(s)
    return s.is_in_range and anti_tank.line(shot_at_slit(s)) or "no shot: beyond close range"
  end,
}

return {passengers = passengers, bunker_slit = bunker_slit}
