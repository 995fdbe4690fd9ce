-- A recovery vehicle repairs a damaged one (section 13 "Vehicle Repair"): a shot that removes markers instead of adding
-- them, down to 0. A vehicle's defence makes its repair harder; no other modifier applies (R-22).

local words, anti_tank = require "words", require "anti-tank"

-- All attempts are made, even on a vehicle without markers: the dice change nothing then.
local repair = chain {
  id = "TRR-23", name = "repair", chapter = anti_tank.CHAPTER, title = "a recovery vehicle repairs a damaged one",
  section = "13 Vehicle Repair", rulings = "R-22",
  parameters = words.join(words.TARGET_DEFENCE, {
    {"markers", whole(1, 5), "markers on the vehicle", default = 1},
    {"attempts", whole(1, 10), "attempts made", default = 1},
  }),
  numbers = "markers left 0, 1, ...", undecided = false,
  expectations = {{"removed", "mean number of markers removed"}, {"left", "mean number of markers left"}},
  prepare = function(s) s.modifier = words.value "repair-strike" - anti_tank.defence(s) end,
  state = {made = whole(0, 10), left = whole(0, 5)},
  start = function(s) return {made = 0, left = s.markers} end,
  outcome = function(s, now) return now.made == s.attempts and now.left or nil end,
  dice = {d10},
  step = function(s, now, die)
    local removed = min(anti_tank.markers(die + s.modifier), now.left)
    now.made, now.left = now.made + 1, now.left - removed
    return false, {removed = removed, left = now.made == s.attempts and now.left or 0}
  end,
  thrown = "an attempt", told = {left = "markers left"},
  explain = function(s) return ("D10 %+d; the score is the number of markers removed"):format(s.modifier) end,
}

return {procedures = {repair}}
