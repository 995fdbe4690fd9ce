-- The best hand against a player whose proportions are known. This is not in the book.
--
-- The worth of a result to the owner is the worth of the other stand's state after it, less that before it, less the
-- same of the owner's stand. It depends on win, draw or loss alone. Against known proportions each hand has an average
-- worth, and the best mix shows the hands with the greatest. A third of each hand has the same worth whatever the other
-- shows: no other mix has as much against the worst reply.

local words, hands, stand = require "words", require "hands", require "stand"
local engagement, results = require "engagement", require "results"

-- By the hands that are best, as bits: rock 1, paper 2, scissors 4.
local BEST = {"rock", "paper", "rock-or-paper", "scissors", "rock-or-scissors", "paper-or-scissors", "any"}

local function worth(key, help, default) return {key, whole(0, 1000), help, default = default} end

-- The cost to a stand of a result. One that is out has the same worth whether it broke or left (M13).
local function loss(s, one, received)
  local worths = {steady = 0, pinned = s.pinned, shaken = s.shaken, broken = s.out, left = s.out}
  return worths[results.state_after(one, received, s.accumulate)] - worths[one.state]
end

local TURNED = {hands.LOSE, hands.DRAW, hands.WIN}

-- The worth of each result to the player who seeks a hand, by that player's result. One gains what the other loses.
local function worths_of(s)
  local list = {0, 0, 0}
  if not s.engagement then return list end
  for result, to in ipairs(s.engagement.at) do
    local to_owner = loss(s, s.opp, to.opp) - loss(s, s.own, to.own)
    if s.player == "owner" then
      list[result] = to_owner
    else
      list[TURNED[result]] = -to_owner
    end
  end
  return list
end

-- The average worth of a hand, times the sum of the weights, so that equally good hands are equal.
local function mean(s, hand)
  local sum = 0
  for other = 1, 3 do sum = sum + s.weights[other] * s.worths[hands.showing(hand, other)] end
  return sum
end

local function best_of(s)
  local greatest, best, n = max(mean(s, 1), mean(s, 2), mean(s, 3)), {}, 0
  for hand = 1, 3 do
    best[hand] = mean(s, hand) == greatest
    n = n + (best[hand] and 1 or 0)
  end
  return best, n
end

-- MBT-18. The die is the hand that the known player shows.
return roll {
  id = "MBT-18", name = "best-hand", chapter = "Rock, paper, scissors",
  title = "the best mix of hands against a player whose proportions are known, and its worth",
  section = "RPS, Conducting Engagement, Victory Conditions", rulings = "M1 to M11",
  notes = "This is not in the book. The worth of a result is the change in worth of the other stand's state minus that "
    .. "of the own stand. By default, a stand pinned or shaken is worth 2 and one that is out 3, because six of the "
    .. "former or four of the latter make a battle group of twelve fragile. best is the average worth, against the "
    .. "known player, of the best hand or of any mix of equally good hands. safe is the worth of a third of each hand "
    .. "against everything; no other mix has as much against the worst hand that can be shown, whatever the "
    .. "engagement.",
  parameters = words.joined(stand.parameters("own-", "the owner's"), stand.parameters("opp-", "the other's"),
    words.SITUATION, hands.parameters("", "the player whose hands are known"), {
    engagement.TYPE,
    {"player", choice {"owner", "other"}, "the player who seeks a hand", default = "owner"},
    worth("pinned", "the worth of a pinned enemy", 2),
    worth("shaken", "the worth of a shaken enemy", 2),
    worth("out", "the worth of an enemy that is broken or gone", 3),
    {"accumulate", choice {"no", "step"}, "the effect of an equal or lesser result (M8)", default = "no"},
  }),
  outcomes = words.joined(BEST, {"not-allowed"}),
  occurring = "rock, paper, scissors, rock-or-paper, rock-or-scissors, paper-or-scissors, any, not-allowed",
  expectations = {
    {"mix-rock", "share of rock in the best mix", parts = 6}, {"mix-paper", "share of paper", parts = 6},
    {"mix-scissors", "share of scissors", parts = 6},
    {"best", "mean worth of the best mix"},
    {"safe", "worth of the safe mix, a third of each hand, whatever is shown", parts = 3},
    {"rock", "mean worth of rock alone"}, {"paper", "mean worth of paper alone"},
    {"scissors", "mean worth of scissors alone"},
  },
  -- If no engagement is permitted, all hands are equally good.
  expects = function(s) return s.engagement and true or false end,
  prepare = function(s)
    s.own, s.opp = stand.of(s, "own-"), stand.of(s, "opp-")
    s.weights = hands.of(s, "")
    s.engagement = engagement.of(s.own, s.opp, s, s.range, s.type)
    s.worths = worths_of(s)
    s.best, s.n_best = best_of(s)
  end,
  dice = function(s) return s.engagement and {hands.die_of(s.weights)} or {} end,
  resolve = function(s, shown)
    if not s.engagement then return "not-allowed" end
    local of, share, outcome, first = {}, {}, 0, nil
    for hand = 1, 3 do
      of[hand] = s.worths[hands.showing(hand, shown)]
      share[hand] = s.best[hand] and 6 // s.n_best or 0
      if s.best[hand] then outcome, first = outcome + (1 << hand - 1), first or hand end
    end
    return BEST[outcome], {
      ["mix-rock"] = share[1], ["mix-paper"] = share[2], ["mix-scissors"] = share[3],
      best = of[first], safe = of[1] + of[2] + of[3], rock = of[1], paper = of[2], scissors = of[3],
    }
  end,
  explain = function(s)
    local lines = engagement.lines(s.engagement, s.own, s.opp, s.range)
    if s.engagement then
      lines[#lines + 1] = ("For %s player, a win is worth %d, a draw %d, a loss %d."):format(
        s.player == "owner" and "the owning" or "the other", s.worths[1], s.worths[2], s.worths[3])
    end
    return lines
  end,
}
