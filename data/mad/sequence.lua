-- Sequence of play (6.0 "Initiative"): which side activates first.

local sequence = {}

-- A D10 for each side, on the ground and in the air. The higher number begins; equal ones are thrown again (R-25).

sequence.TIES = {"ties", choice {"reroll", "report"}, "the effect of a tie", default = "reroll"}
sequence.OUTCOMES = {"a", "b", "tie"}
sequence.EXPECTATIONS = {{"rolls", "mean number of roll-offs"}}
sequence.STATE = {first = choice {"open", "a", "b", "tie"}}

-- A reported tie is always one roll-off.
function sequence.expects(s)
  return s.ties == "reroll"
end

function sequence.outcome(s, now)
  return now.first ~= "open" and now.first or nil
end

local function higher(a, b)
  return a == b and "tie" or a > b and "a" or "b"
end

function sequence.roll_off(s, now, a, b)
  local first = higher(a, b)
  if first ~= "tie" or s.ties == "report" then now.first = first end
  return false, {rolls = 1}
end

sequence.initiative = chain {
  id = "MAD-06", name = "initiative", chapter = "Sequence of play", title = "the side that activates first",
  section = "6.0 Initiative", rulings = "R-25",
  parameters = {sequence.TIES},
  outcomes = sequence.OUTCOMES, undecided = "tie", expectations = sequence.EXPECTATIONS, expects = sequence.expects,
  state = sequence.STATE, outcome = sequence.outcome,
  dice = {d10, d10}, step = sequence.roll_off,
  thrown = "the initiative", told = {},
}

return sequence
