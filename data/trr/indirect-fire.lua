-- Indirect fire (section 9): the request for it, where it lands, its effect, and all three one after another.

local words, effect = require "words", require "effect"

local indirect_fire = {}

indirect_fire.CHAPTER = "Indirect fire"

-- Requesting Fire. Jamming is only for radio, and artillery on the line only for telephones.

function indirect_fire.request_parameters(methods)
  return {
    {"method", choice(methods), "how the fire is requested", default = "radio"},
    {"jamming", whole(0, 10), "points of jamming", default = 0, only = "method=radio"},
    {"artillery-between", flag, "artillery falls on the telephone line", only = "method=telephone"},
    {"other-battery", flag, "not the observer's own (British and US, from 1943)", only = "method=radio|telephone"},
  }
end

local METHODS = {"radio", "telephone", "own-sight"}
local MOVING_TARGET = {"moving-target", flag, "the target moves more than 6 cm in this move"}

-- A weapon that sees its target needs no request, and its fire at a moving target has no modifier. A need of 0 means
-- that it is always granted.
function indirect_fire.request(s)
  if s.method == "own-sight" then
    return {needed = s.moving_target and words.value "own-sight-moving" or 0, modifier = 0}
  end
  return {
    needed = words.value(s.moving_target and "request-moving" or "request"),
    modifier = (s.jamming or 0) * words.value "jamming"
      + (s.artillery_between and words.value "artillery-between" or 0)
      + (s.other_battery and words.value "other-battery" or 0),
  }
end

function indirect_fire.request_dice(request)
  return request.needed ~= 0 and {d10} or {}
end

function indirect_fire.is_granted(request, die)
  return request.needed == 0 or die + request.modifier >= request.needed
end

function indirect_fire.request_line(request)
  local text = request.needed ~= 0 and ("Granted on %d or more"):format(request.needed) or "Always granted"
  return text .. words.on_the_die(request.modifier)
end

local fire_request = roll {
  id = "TRR-24", name = "fire-request", chapter = indirect_fire.CHAPTER, title = "a request for fire",
  section = "9 Requesting Fire",
  parameters = words.join(indirect_fire.request_parameters(METHODS), {MOVING_TARGET}),
  outcomes = {"granted", "refused"}, expectations = {{"granted", "probability that the request is granted"}},
  prepare = function(s) s.request = indirect_fire.request(s) end,
  dice = function(s) return indirect_fire.request_dice(s.request) end,
  resolve = function(s, die)
    local is_granted = indirect_fire.is_granted(s.request, die)
    return is_granted and "granted" or "refused", {granted = is_granted and 1 or 0}
  end,
  explain = function(s) return indirect_fire.request_line(s.request) end,
}

-- Hitting The Target, Area Covered. There are two for each earlier turn, so the first turn has none. Unobserved fire
-- cannot be corrected (R-18).

local VISIBILITY = {"visibility", choice {"observed", "visible", "unobserved"},
                    "who sees the point: the observer, the weapon or nobody", default = "observed"}
local PREVIOUS_TURNS = {"previous-turns", whole(0, 5), "earlier turns of fire at the point", default = 0,
                        only = "visibility=observed|visible"}

local function landing_of(s)
  return {
    modifier = (s.previous_turns or 0) * words.value "previous-turn",
    scatter = words.value(s.visibility .. "-scatter"),
  }
end

-- The die for the direction is first, then the die for the distance: one die times 1, 2 or 3, depending on who sees the
-- point; not a sum of dice (R-32).
local LANDING_DICE = {d10, d10}

-- The directions are printed from the best down; below the last of them the fire lands to the left.
local function direction(landing, die)
  for _, one in ipairs {"on-target", "over", "short", "right"} do
    if die + landing.modifier >= words.value(one) then return one end
  end
  return "left"
end

local function scatter(landing, direction_die, distance_die)
  return direction(landing, direction_die) == "on-target" and 0 or distance_die * landing.scatter
end

-- Fire that lands within half the area's side of a point target covers it (R-15).
function indirect_fire.covers(distance)
  return distance <= words.value "area-half-cm"
end

local function landing_line(landing)
  return ("On target on %d or more%s; else scatter by %d cm for each point of a D10"):format(words.value "on-target",
    words.on_the_die(landing.modifier), landing.scatter)
end

-- The outcome is the direction. The averages have the distance, and whether the area still covers the target.
indirect_fire.LANDING_EXPECTATIONS = {
  {"scatter", "mean scatter in cm; 0 on target"}, {"covered", "probability that the area covers the target"},
}

function indirect_fire.landing_gains(distance)
  return {scatter = distance, covered = indirect_fire.covers(distance) and 1 or 0}
end

local indirect_landing = roll {
  id = "TRR-25", name = "indirect-landing", chapter = indirect_fire.CHAPTER, title = "where indirect fire lands",
  section = "9 Hitting The Target, Area Covered", rulings = "R-15, R-18",
  parameters = {VISIBILITY, PREVIOUS_TURNS},
  outcomes = {"on-target", "over", "short", "right", "left"}, expectations = indirect_fire.LANDING_EXPECTATIONS,
  prepare = function(s) s.landing = landing_of(s) end,
  dice = LANDING_DICE,
  resolve = function(s, first, second)
    return direction(s.landing, first), indirect_fire.landing_gains(scatter(s.landing, first, second))
  end,
  explain = function(s) return landing_line(s.landing) end,
}

-- Area Covered, Effects on Armoured Vehicles. The factors of superimposed batteries are added. There is still one roll
-- for where they land (R-30).

local BARRAGE = words.join(effect.TARGET, {
  {"factor", whole(1, 36), "factor of the battery", default = 8},
  {"batteries", whole(1, 6), "batteries superimposed", default = 1},
})

local function barrage_of(s)
  return effect.of(s, s.factor * s.batteries, effect.cover_shift(s))
end

local barrage = effect.procedure {
  id = "TRR-26", name = "barrage", chapter = indirect_fire.CHAPTER, title = "artillery on a target that it covers",
  section = "9 Area Covered, Effects on Armoured Vehicles",
  rulings = "R-02, R-04, R-05, R-06, R-12, R-22, R-29, R-30",
  parameters = BARRAGE,
  prepare = function(s) s.effect = barrage_of(s) end,
}

-- All stages. The target is at the aiming point, so the area either covers it or falls wide. A weapon that needs no
-- observer sees the point itself.
local whole_fire = chain {
  id = "TRR-27", name = "indirect-fire", chapter = indirect_fire.CHAPTER,
  title = "request, landing and effect at the aiming point",
  section = "9 Requesting Fire, Hitting The Target, Area Covered",
  rulings = "R-02, R-04, R-05, R-06, R-12, R-15, R-18, R-22, R-29, R-30",
  parameters = words.join(BARRAGE, indirect_fire.request_parameters(METHODS), {
    MOVING_TARGET, words.with(VISIBILITY, {defaults = {{"visible", "method=own-sight"}}}), PREVIOUS_TURNS,
  }),
  outcomes = words.join(effect.OUTCOMES, {"wide", "refused"}), numbers = effect.NUMBERS, undecided = false,
  expectations = effect.EXPECTATIONS, expects = effect.expects,
  prepare = function(s)
    s.request, s.landing, s.effect = indirect_fire.request(s), landing_of(s), barrage_of(s)
  end,
  state = effect.state {"request", "landing", "effect"},
  outcome = effect.outcome,
  dice = function(s, now)
    if now.stage == "request" then return indirect_fire.request_dice(s.request) end
    return now.stage == "landing" and LANDING_DICE or effect.dice(s.effect)
  end,
  step = function(s, now, first, second)
    if now.stage == "effect" then
      local outcome, gains = effect.resolve(s.effect, first, second)
      effect.ends(now, outcome)
      return false, gains
    end
    if now.stage == "request" then
      if not indirect_fire.is_granted(s.request, first) then effect.ends(now, "refused") return false end
      now.stage = "landing"
    elseif indirect_fire.covers(scatter(s.landing, first, second)) then
      now.stage = "effect"
    else
      effect.ends(now, "wide")
    end
    return false
  end,
  thrown = function(s, now)
    local names = {request = "the request", landing = "where it lands", effect = "the effect"}
    return names[now.stage]
  end,
  told = {},
  explain = function(s)
    return {indirect_fire.request_line(s.request), landing_line(s.landing), effect.line(s.effect)}
  end,
}

indirect_fire.request_and_landing = {fire_request, indirect_landing}
indirect_fire.effects = {barrage, whole_fire}

return indirect_fire
