-- What wind and water move: fires, gas, boats and smoke (sections 10, 11 and 13).

local words = require "words"

local CHAPTER = "Fire, smoke and drift"

-- Distances are summed, not places, because fires and clouds move in one direction: `distance(die)` in each move.
local function drift(more, distance)
  return chain(words.with({
    chapter = CHAPTER,
    parameters = {{"moves", whole(1, 10), "moves", default = 1}},
    numbers = "the distance in cm", undecided = false,
    expectations = {{"distance", "mean distance in cm"}},
    state = {moved = whole(0, 10), cm = whole(0, 10000)},
    outcome = function(s, now) return now.moved == s.moves and now.cm or nil end,
    dice = {d10},
    step = function(s, now, die)
      local cm = distance(die)
      now.moved, now.cm = now.moved + 1, now.cm + cm
      return true, {distance = cm}
    end,
    thrown = "the drift", told = {cm = "cm so far"},
  }, more))
end

-- Demolitions. A fire that throws too high stays in place that move; it never goes back.
local fire_spread = drift({
  id = "TRR-16", name = "fire-spread", title = "how far a fire spreads downwind", section = "10 Demolitions",
}, function(die) return max(words.value "fire-spread-cm" - die, 0) end)

-- Gas; Bridging and Water Crossing. Gas clouds move down wind and boats down stream, a D10 of centimetres each move.
local gas_and_boats = drift({
  id = "TRR-17", name = "drift", title = "how far a gas cloud or a boat drifts",
  section = "13 Gas; 10 Bridging and Water Crossing",
}, function(die) return die end)

-- Long Term Screens.
local smoke_pot = roll {
  id = "TRR-18", name = "smoke-pot", chapter = CHAPTER, title = "how long a smoke pot lasts",
  section = "11 Long Term Screens",
  numbers = "the number of moves", expectations = {{"moves", "mean number of moves"}},
  dice = {d10, d10},
  resolve = function(s, first, second) return first + second, {moves = first + second} end,
}

return {procedures = {fire_spread, gas_and_boats, smoke_pot}}
