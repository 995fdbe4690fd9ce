-- The effect of fire on a target that its area covers, for artillery, gas and aircraft: section 9 "Effects on Armoured
-- Vehicles", section 7 for those on foot. On foot a factor is a row of the casualty table; against a vehicle it is a
-- strike value, after a die that hits.

local words, soft_fire, anti_tank = require "words", require "soft-fire", require "anti-tank"

local effect = {}

effect.OUTCOMES = words.join(anti_tank.STATUSES, {"ineffective"})
effect.NUMBERS = "casualties 0, 1, ... for targets on foot"
effect.EXPECTATIONS = words.join(soft_fire.EXPECTATIONS, {
  anti_tank.MARKERS_EXPECTED, {"struck", "probability that the vehicle is hit"},
})

-- Lost figures mean nothing for a vehicle, and markers nothing on foot: each target has only its own averages.
function effect.expects(s, name)
  return (s.target == "foot") == (name ~= "markers" and name ~= "struck")
end

-- Parameters. Gas has no cover.

local VEHICLES = "target=open|closed"

effect.AT_VEHICLES = {only = VEHICLES}

effect.BARE_TARGET = words.join(
  {{"target", choice {"foot", "open", "closed"}, "a target on foot, an open or a closed vehicle", default = "foot"}},
  words.only("target=foot", {words.TARGET_FIGURES}),
  words.only(VEHICLES, words.TARGET_DEFENCE),
  words.only(VEHICLES, words.TARGET_STAND)
)

effect.TARGET = words.join(effect.BARE_TARGET, words.only("target=foot", {words.COVER, words.OFF_RIGHT}))

-- The effect of a factor: moved by `shift` on the casualty table, or a strike value less artillery's 5, which is never
-- limited (R-29). Only this modifier of the die applies to vehicles (R-22).

local function at_foot(s, factor, shift)
  local fire = soft_fire.of(factor, shift, s.off_right or "ineffective")
  return {fire = fire, target_figures = s.target_figures}
end

local function at_vehicle(s, factor)
  return {
    needed = words.value(s.target .. "-hit"),
    modifier = words.value "artillery-die" + factor - anti_tank.defence(s),
    stand = anti_tank.stand(s.strength, s.target_damage, s.damage_model),
  }
end

function effect.of(s, factor, shift)
  if s.target == "foot" then return at_foot(s, factor, shift) end
  return at_vehicle(s, factor)
end

-- The shift of the cover, which only a target on foot has.
function effect.cover_shift(s)
  return soft_fire.cover_shift(s.cover or "none")
end

-- Adds to the die: gas, a damaged aircraft.
function effect.modify(one, modifier)
  if one.fire then
    one.fire.die_modifier = modifier
  else
    one.modifier = one.modifier + modifier
  end
end

-- The die that hits is thrown only if it can miss and can hit. The last die is that of the casualties or of the score.
function effect.dice(one)
  if one.fire then return soft_fire.dice(one) end
  if one.needed > 10 then return {} end
  return one.needed > 1 and {d10, d10} or {d10}
end

-- A vehicle is struck with or without markers.
local function strike(one, die)
  local markers = anti_tank.markers(die + one.modifier)
  return anti_tank.status(one.stand, markers), {markers = markers, struck = 1}
end

function effect.resolve(one, first, second)
  if one.fire then return soft_fire.resolve(one, first) end
  if one.needed <= 1 then return strike(one, first) end
  if one.needed > 10 or first < one.needed then return "no-effect" end
  return strike(one, second)
end

function effect.line(one)
  if one.fire then return soft_fire.line(one.fire) end
  if one.needed > 10 then return "It cannot be hit" end
  if one.needed > 1 then return ("Hit on %d or more, score D10 %+d"):format(one.needed, one.modifier) end
  return ("Always hit, score D10 %+d"):format(one.modifier)
end

-- A procedure that is one throw for its effect.
function effect.procedure(more)
  return roll(words.with({
    outcomes = effect.OUTCOMES, numbers = effect.NUMBERS, expectations = effect.EXPECTATIONS, expects = effect.expects,
    dice = function(s) return effect.dice(s.effect) end,
    resolve = function(s, first, second) return effect.resolve(s.effect, first, second) end,
    explain = function(s) return effect.line(s.effect) end,
  }, more))
end

-- A chain of stages, of which the effect is the last. Its outcome is a word, or the casualties.

function effect.state(stages)
  return {
    stage = choice(words.join(stages, {"over"})),
    outcome = choice {"casualties", "no-effect", "damaged", "out-of-action", "destroyed", "ineffective", "wide",
                      "refused"},
    casualties = whole(0, 4),
  }
end

function effect.ends(now, outcome)
  now.stage = "over"
  if type(outcome) == "number" then now.casualties = outcome else now.outcome = outcome end
end

function effect.outcome(s, now)
  if now.stage ~= "over" then return nil end
  return now.outcome == "casualties" and now.casualties or now.outcome
end

return effect
