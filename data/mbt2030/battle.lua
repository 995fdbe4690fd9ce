-- Stands in numbers. An activation is one engagement, which changes both stands. M17 to M22 are salvo's own: the book
-- has neither lines of stands nor changing ranges.

local words, stand, eligibility, fight = require "words", require "stand", require "eligibility", require "fight"

local OWN = stand.parameters("", "its")

-- A tactical move (M17). ADA and PDA have a line of their own. A stand without one moves along and delays nothing.
local function speed(e)
  local own = e.stand
  local moves = find(tables.movement, own.posture) or find(tables.movement, own.id)
  if not moves then return -1 end
  if own.mode == "static" then return 0 end
  return stand.is_in_bad_going(own) and moves.bad_tactical or moves.good_tactical
end

-- A given limit may exceed a side's stands.
local function remark(field, stands)
  if (field.pin_limit or 0) <= stands then return nil end
  local text = "a side has fewer stands than pin-limit, so stands pinned or shaken cannot beat it"
  if field.accumulate == "step" then return text end
  return text .. ", and an equal or lesser result does nothing more to them (M8)"
end

-- The showing is that of the side that acts: hands belong to players, and not to stands.
local function exchange_of(field, by, at, now)
  return fight.exchange_of(by.stand, at.stand, field, now.range, field.showings[now.side])
end

return battle {
  order = "by-sides",
  unit = "class",
  element = table.move(OWN, 2, #OWN, 1, {}),
  enlist = function(e) e.stand = stand.of(e, "") end,
  field = words.joined(words.CIRCUMSTANCES, fight.HANDS, {fight.ACCUMULATE}, fight.LIMITS),
  prepare = function(field) field.showings = fight.showings_of(field) end,
  state = {left = whole(0, 3)},
  start = function(e) return {left = fight.LEFT[e.stand.state]} end,
  strength = "left",
  speed = speed,
  brackets = eligibility.ranges,
  -- The shortest range of the whole matrix: lines close in alike, whatever their stands are (M18).
  closest = function(field) return eligibility.ranges(field)[1] or 0 end,
  turn_limit = 20,
  remark = remark,
  limits = fight.limits_of,
  worn = function(e, now) return now.left == 1 or now.left == 2 end,
  initiative = {dice = fight.order_dice, first = fight.order},
  aim = exchange_of,
  throws = function(fire) return fire.is_allowed and 1 or 0 end,
  reads_actor = true,
  dice = function(fire) return {fire.die} end,
  resolve = function(fire, n, actor, target, result)
    local to = fire.after[actor.left][target.left][result]
    actor.left, target.left = to.own, to.opp
  end,
  can_harm = function(fire, actor, target) return fight.may_change(fire, actor.left, target.left) end,
  -- A showing of hands that never wins harms nothing.
  why_harmless = function(field, by, at, now)
    if exchange_of(field, by, at, now).is_allowed then return "no result of their hands changes anything" end
    return eligibility.why_not(by.stand, at.stand, field, now.range)
  end,
  words = {
    element = "an MBT 2030 stand", battle = "an MBT 2030 battle", unit = "its sub-class of stand",
    strength = "the number of states until it is broken: 3 for a steady stand, 2 for a pinned one and 1 for a shaken "
      .. "one",
    attack = "the stand may engage the target, so that hands are shown",
    fire = "An activation is one engagement; its result applies to both stands at once.",
    pace = "In a turn, a stand can move as far as its tactical move; STATIC stands cannot move, and ARTILLERY and "
      .. "AIRCRAFT move with their line (M17). Moving has no effect on engagements: a stand keeps its mode and "
      .. "terrain.",
    end_ = "A side is also beaten at once when it is fragile: when pin-limit of its stands are pinned or shaken, or "
      .. "break-limit of them are out (M21). By default these are the book's shares of the side's first strength: half "
      .. "of the stands pinned or shaken, a third of them out, rounded up (M22). Both have lost if both become fragile "
      .. "at the same moment and both still have stands.",
    worn = "pinned or shaken", out = "broken or off the table", worn_key = "pin-limit", out_key = "break-limit",
    limit_rulings = "M21, M22",
  },
  mirrors = true,
}
