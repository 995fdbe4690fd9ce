-- What duels, fights of battle groups and battles have in common: the hands of both players, the first round of a turn,
-- and what an engagement does in every state of two stands.

local words, hands, stand = require "words", require "hands", require "stand"
local eligibility, engagement, results = require "eligibility", require "engagement", require "results"

local fight = {}

fight.HANDS = words.joined(hands.parameters("a-", "a"), hands.parameters("b-", "b"), {
  {"first", choice {"a", "b", "initiative"}, "who has the first round of a turn", default = "initiative"},
})
fight.ACCUMULATE = {"accumulate", choice {"no", "step"},
                    "the effect of an equal or lesser result: none, or one state worse (M8)", default = "no"}

-- Two stands and their situation, in the order of the parameters of duels and fights.
fight.SIDES = words.joined(stand.parameters("a-", "a's"), stand.parameters("b-", "b's"), words.SITUATION, fight.HANDS,
  {fight.ACCUMULATE})

function fight.turns(default)
  return {"turns", whole(0, 1000000), "turns after which the fight ends, undecided; 0: no limit", default = default,
          word = "unlimited"}
end

-- The limits of a side. The book's are for its battle group; a side of another size has the same share, rounded up
-- (M22).
fight.LIMITS = {
  {"pin-limit", whole(1, 100), "stands pinned or shaken that make a side fragile (M22)", default = "by-size",
   word = "by-size"},
  {"break-limit", whole(1, 100), "stands out that make a side fragile (M22)", default = "by-size", word = "by-size"},
}

local function limit(given, id, stands)
  return given or round_up(stands * words.value_of(id), words.value_of "battle-group-stands")
end

function fight.limits_of(s, stands)
  return limit(s.pin_limit, "pin-limit", stands), limit(s.break_limit, "break-limit", stands)
end

-- Both players' hands are fixed for a whole fight: one showing from each side, and one without draws for the first
-- round. Hands that never differ never settle it, and then no turn begins.
function fight.showings_of(s)
  local a, b = hands.of(s, "a-"), hands.of(s, "b-")
  return {a = hands.showing_of(a, b), b = hands.showing_of(b, a), initiative = hands.showing_of(a, b, true)}
end

function fight.never_begins(s)
  return s.first == "initiative" and not s.showings.initiative.is_decided
end

function fight.order_dice(s)
  return s.first == "initiative" and {s.showings.initiative.die} or {}
end

-- The winner of the showing has the first round (M15). nil: it is never settled.
function fight.order(s, result)
  if s.first ~= "initiative" then return s.first end
  if result == hands.DRAW then return nil end
  return result == hands.WIN and "a" or "b"
end

-- A stand is as many states from being broken as it has left.
fight.LEFT = {steady = 3, pinned = 2, shaken = 1, broken = 0, left = 0}
local LIVE = {"shaken", "pinned", "steady"}

-- What the engagement of `opp` by `own` does, by what both have left and by the owner's result. Permission does not
-- depend on states. Being pinned or shaken is a cause of disadvantage, so each pair of states is an engagement of its
-- own. A stand that left counts as broken (M13).
function fight.exchange_of(own, opp, s, range, showing)
  local kind = eligibility.of(own, opp, s, range)
  if kind ~= "mutual" and kind ~= "unilateral" then return {is_allowed = false} end
  local after = {}
  for i, state in ipairs(LIVE) do
    after[i] = {}
    for k, other in ipairs(LIVE) do
      local a, b, by_result = stand.in_state(own, state), stand.in_state(opp, other), {}
      for result, to in ipairs(engagement.of_kind(kind, a, b, s).at) do
        by_result[result] = {
          own = fight.LEFT[results.state_after(a, to.own, s.accumulate)],
          opp = fight.LEFT[results.state_after(b, to.opp, s.accumulate)],
        }
      end
      after[i][k] = by_result
    end
  end
  return {is_allowed = true, die = showing.die, can = showing.can, after = after}
end

-- Whether it may change a state. A result that these hands can never have changes nothing.
function fight.may_change(x, own, opp)
  if not x.is_allowed then return false end
  for result, to in ipairs(x.after[own][opp]) do
    if x.can[result] and (to.own ~= own or to.opp ~= opp) then return true end
  end
  return false
end

-- "a: mbt-norm in posture armour ...; its engagement is mutual, disadvantage 0 against 0". Later states have other
-- counts.
local function side_line(side, own, opp, s, range)
  local e = engagement.of(own, opp, s, range, "auto")
  if not e then return ("%s: %s; may not engage the other"):format(side, stand.words(own)) end
  return ("%s: %s; its engagement is %s, disadvantage %d against %d"):format(side, stand.words(own),
    e.is_mutual and "mutual" or "unilateral", e.own, e.opp)
end

local function order_words(s)
  local first = s.first
  if first == "initiative" then
    local can = s.showings.initiative.can
    if not can[hands.WIN] and not can[hands.LOSE] then return "both always show the same hand, so no turn begins" end
    if can[hands.WIN] and can[hands.LOSE] then return "hands are shown for the first round of every turn" end
    first = can[hands.WIN] and "a" or "b"
  end
  return first .. " has the first round of every turn"
end

function fight.lines(s, a, b, range, turns)
  local head = ("At %s; %s"):format(words.inches(range), order_words(s))
  if turns then head = ("%s, for at most %d turn%s"):format(head, turns, turns == 1 and "" or "s") end
  return {head, side_line("a", a, b, s, range), side_line("b", b, a, s, range)}
end

return fight
