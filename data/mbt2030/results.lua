-- What a showing does to the two stands ("Conducting Engagement", "Results of Engagement").

local words, hands, stand = require "words", require "hands", require "stand"

local results = {}

local SEVERITY = words.SEVERITY

-- What each stand receives, before conversions; "steady" is nothing. In a mutual engagement, an owner at a great
-- disadvantage only pins. Otherwise it breaks an opponent with two causes more, or with two under
-- break-count=absolute. The clause of pinning is first in both (M5).
local function mutual(own, opp, s, result)
  local margin = words.value_of "mutual-margin"
  if result == hands.WIN then
    local breaking = s.break_count == "absolute" and opp or opp - own
    if own - opp >= margin then return "steady", "pinned" end
    return "steady", breaking >= margin and "broken" or "shaken"
  end
  if result == hands.DRAW then
    return own > opp and "pinned" or "steady", opp > own and "pinned" or "steady"
  end
  return own - opp >= margin and "broken" or "shaken", "steady"
end

-- The counts are absolute here (M6). A lost showing changes nothing.
local function unilateral(own, opp, result)
  if result == hands.WIN then
    return "steady", own >= words.value_of "unilateral-win" and "pinned" or "shaken"
  end
  if result == hands.DRAW then
    return own >= words.value_of "unilateral-draw" and "pinned" or "steady", opp > own and "pinned" or "steady"
  end
  return "steady", "steady"
end

function results.of(is_mutual, own, opp, s, result)
  if is_mutual then return mutual(own, opp, s, result) end
  return unilateral(own, opp, result)
end

-- Air defence that would be pinned is broken, and an aircraft that would be shaken leaves the table.
function results.converted(one, received)
  if received == "pinned" and (one.posture == "ada" or one.posture == "pda") then return "broken" end
  return received == "shaken" and one.class == "aircraft" and "left" or received
end

-- The state after a converted result. A worse one replaces the state; an equal or lesser one does nothing or, with
-- accumulate=step, makes it one state worse, which is converted, too (M8). Nothing recovers.
function results.state_after(one, received, accumulate)
  local state = one.state
  if received == "steady" then return state end
  if SEVERITY[received] > SEVERITY[state] then return received end
  return accumulate == "step" and results.converted(one, words.STATES[SEVERITY[state] + 1]) or state
end

-- "own-shaken-opp-pinned".
function results.name(own, opp)
  local parts = {}
  if own ~= "steady" then parts[1] = "own-" .. own end
  if opp ~= "steady" then parts[#parts + 1] = "opp-" .. opp end
  return #parts > 0 and table.concat(parts, "-") or "no-effect"
end

-- All pairs of results, the owner's first.
results.OUTCOMES = {}
for _, own in ipairs(words.STATES) do
  for _, opp in ipairs(words.STATES) do results.OUTCOMES[#results.OUTCOMES + 1] = results.name(own, opp) end
end
results.OUTCOMES[#results.OUTCOMES + 1] = "not-allowed"

local function count(key, help) return {key, whole(-1000, 1000), help, default = 0} end

-- MBT-04.
results.procedure = roll {
  id = "MBT-04", name = "resolve", chapter = "Engagement",
  title = "the result of an engagement by the two counts, before conversions", section = "Conducting Engagement",
  rulings = "M5 M6",
  parameters = words.joined({
    {"type", choice {"mutual", "unilateral"}, "kind of engagement", default = "mutual"},
    count("own-disadvantage", "causes that the owner counts"),
    count("opp-disadvantage", "causes that the other player counts"),
  }, hands.parameters("own-", "the owner"), hands.parameters("opp-", "the other player"), {words.BREAK_COUNT}),
  outcomes = results.OUTCOMES,
  prepare = function(s) s.showing = hands.showing_of(hands.of(s, "own-"), hands.of(s, "opp-")) end,
  dice = function(s) return {s.showing.die} end,
  resolve = function(s, result)
    return results.name(results.of(s.type == "mutual", s.own_disadvantage, s.opp_disadvantage, s, result))
  end,
}

return results
