-- Rock, paper, scissors ("RPS"). Each side shows its hands in the proportions of three weights.

local words = require "words"

local hands = {}

-- What a showing is for the owner of the round. A die shows its number, so that a win is the first face.
hands.RESULTS = {"win", "draw", "lose"}
local WIN, DRAW, LOSE = 1, 2, 3
hands.WIN, hands.DRAW, hands.LOSE = WIN, DRAW, LOSE

local NAMES = {"rock", "paper", "scissors"}

-- The weights of a player: three parameters, whose keys begin with `side`.
function hands.parameters(side, whose)
  local function weight(hand, help) return {side .. hand, whole(0, 20000), help, default = 1} end
  return {
    weight("rock", ("how often %s shows rock, against the other hands"):format(whose)),
    weight("paper", "how often paper"), weight("scissors", "how often scissors"),
  }
end

-- The weights that a question gives: of rock, paper and scissors.
function hands.of(s, side)
  local weights = {}
  for i, name in ipairs(NAMES) do weights[i] = s[side .. name] end
  if weights[1] == 0 and weights[2] == 0 and weights[3] == 0 then
    refuse(("%srock, %spaper and %sscissors are all 0; at least one hand must be shown"):format(side, side, side))
  end
  return weights
end

-- Rock beats scissors, scissors beats paper, paper beats rock: each hand beats the one before it.
function hands.showing(own, other)
  local lead = (own - other) % 3
  return lead == 0 and DRAW or lead == 1 and WIN or LOSE
end

-- A die that shows the numbers of a list of weights, each as often as its weight says.
function hands.die_of(weights)
  local deck = {}
  for i, weight in ipairs(weights) do deck[tostring(i)] = weight end
  return map(card(deck), function(name) return math.tointeger(tonumber(name)) end)
end

-- One showing from the side of `own`. With `rerolled`, a draw is shown again until somebody wins.
function hands.showing_of(own, other, rerolled)
  local weights = {0, 0, 0}
  for i = 1, 3 do
    for k = 1, 3 do
      local result = hands.showing(i, k)
      weights[result] = weights[result] + own[i] * other[k]
    end
  end
  local is_decided = weights[WIN] > 0 or weights[LOSE] > 0
  if rerolled and is_decided then weights[DRAW] = 0 end
  return {die = hands.die_of(weights), is_decided = is_decided,
          can = {weights[WIN] > 0, weights[DRAW] > 0, weights[LOSE] > 0}}
end

-- MBT-01. A draw is a result of an engagement; choices that need a winner show again.
hands.procedure = roll {
  id = "MBT-01", name = "rps", chapter = "Rock, paper, scissors",
  title = "one showing of hands, from the owner's side", section = "RPS",
  parameters = words.joined(hands.parameters("own-", "the owner"), hands.parameters("opp-", "the other player"), {
    {"draws", choice {"keep", "reroll"}, "whether a draw is a result, or shown again", default = "keep"},
  }),
  outcomes = hands.RESULTS,
  prepare = function(s)
    s.showing = hands.showing_of(hands.of(s, "own-"), hands.of(s, "opp-"), s.draws == "reroll")
  end,
  dice = function(s) return {s.showing.die} end,
  resolve = function(s, result) return hands.RESULTS[result] end,
}

return hands
