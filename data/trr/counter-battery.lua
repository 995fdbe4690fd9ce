-- Fire at a battery that is firing (section 9 "Counter Battery Fire"): a request, and then two contests that no other
-- fire has. Each stage follows only a success in the one before.

local words, indirect_fire = require "words", require "indirect-fire"

-- The target counts as moving: a request for counter-battery fire is as hard as one for a moving target.
local function request_of(s)
  return indirect_fire.request {
    method = s.method, moving_target = true, jamming = s.jamming, artillery_between = s.artillery_between,
    other_battery = s.other_battery,
  }
end

local function for_location(s)
  return (s.bonus and words.value "counter-bonus" or 0) + s.turns_fired * words.value "counter-turn"
end

-- Both batteries throw, and a negative difference costs the target nothing.
local function penalty(s, own, target)
  return max(own - target - (s.dug_in and words.value "counter-dug-in" or 0), 0)
end

-- A battery itself sees nothing, so its own sight is no method.
local counter_battery = chain {
  id = "TRR-19", name = "counter-battery", chapter = indirect_fire.CHAPTER, title = "fire at a battery that is firing",
  section = "9 Counter Battery Fire",
  parameters = words.join(indirect_fire.request_parameters {"radio", "telephone"}, {
    {"bonus", flag, "an air observer, or British or US against mortars or rockets from 1944"},
    {"turns-fired", whole(0, 9), "earlier turns in which the target fired from there", default = 0},
    {"dug-in", flag, "the target is dug in or self-propelled"},
  }),
  outcomes = {"not-requested", "not-located"}, numbers = "the penalty 0, 1, ...", undecided = false,
  expectations = {{"penalty", "mean loss of the target's motivation"}},
  prepare = function(s)
    s.request = request_of(s)
    s.needed, s.modifier = words.value "counter-location", for_location(s)
  end,
  state = {
    stage = choice {"request", "location", "contest", "not-requested", "not-located", "over"},
    penalty = whole(0, 200),
  },
  outcome = function(s, now)
    if now.stage == "over" then return now.penalty end
    return (now.stage == "not-requested" or now.stage == "not-located") and now.stage or nil
  end,
  dice = function(s, now)
    if now.stage == "request" then return indirect_fire.request_dice(s.request) end
    return now.stage == "location" and {d10} or {d10, d10}
  end,
  step = function(s, now, first, second)
    if now.stage == "contest" then
      now.stage, now.penalty = "over", penalty(s, first, second)
      return false, {penalty = now.penalty}
    end
    if now.stage == "request" then
      now.stage = indirect_fire.is_granted(s.request, first) and "location" or "not-requested"
    else
      now.stage = first + s.modifier >= s.needed and "contest" or "not-located"
    end
    return false
  end,
  told = {},
  explain = function(s)
    return {
      indirect_fire.request_line(s.request),
      ("Located on %d or more%s"):format(s.needed, words.on_the_die(s.modifier)),
    }
  end,
}

return {procedures = {counter_battery}}
