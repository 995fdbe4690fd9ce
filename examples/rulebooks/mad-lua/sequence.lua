-- Sequence of play (6.0 "Initiative"): which side activates first.

-- A D10 for each side, and the higher one begins.
local function higher(a, b)
  return a == b and "tie" or a > b and "a" or "b"
end

local initiative = chain {
  id = "MAD-06", name = "initiative", chapter = "Sequence of play", title = "the side that activates first",
  section = "6.0 Initiative", rulings = "R-25",
  parameters = {{"ties", choice {"reroll", "report"}, "the effect of a tie", default = "reroll"}},
  outcomes = {"a", "b", "tie"},
  expectations = {{"rolls", "mean number of roll-offs"}},
  expects = function(s) return s.ties == "reroll" end,
  state = {first = choice {"nobody", "a", "b", "tie"}},
  told = {},
  outcome = function(s, now)
    if now.first ~= "nobody" then return now.first end
  end,
  dice = {d10, d10}, thrown = "the initiative",
  -- Equal numbers are thrown again (R-25).
  step = function(s, now, a, b)
    local first = higher(a, b)
    if first ~= "tie" or s.ties == "report" then now.first = first end
    return false, {rolls = 1}
  end,
  undecided = "tie",
}

return {initiative = initiative}
