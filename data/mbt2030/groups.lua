-- MBT-17, two battle groups of equal stands ("The Turn Sequence", "Victory Conditions"). All stands of a side are alike
-- and at one range, so one engagement of each side serves the whole fight.

local words, hands, stand, fight = require "words", require "hands", require "stand", require "fight"

local STANDS_MAX = 12
local ENEMY = {a = "b", b = "a"}

-- a and b are what each stand has left.
local STATE = {
  a = array(STANDS_MAX, whole(0, 3)), b = array(STANDS_MAX, whole(0, 3)),
  phase = choice {"order", "round"}, owner = choice {"a", "b"}, is_second = flag, next = whole(1, STANDS_MAX + 1),
  a_broken = whole(0, STANDS_MAX), a_damaged = whole(0, STANDS_MAX),
  b_broken = whole(0, STANDS_MAX), b_damaged = whole(0, STANDS_MAX),
}
local BROKEN, DAMAGED = {a = "a_broken", b = "b_broken"}, {a = "a_damaged", b = "b_damaged"}

local function is_damaged(left) return left == 1 or left == 2 end

local function start(s)
  local now = {phase = "order", owner = "a", next = 1}
  for side in pairs(ENEMY) do
    local left = fight.LEFT[s[side].state]
    now[side] = {}
    for i = 1, STANDS_MAX do now[side][i] = i <= s.stands and left or 0 end
    now[DAMAGED[side]] = is_damaged(left) and s.stands or 0
  end
  return now
end

-- The first stand of a side that is not out, from one place on and going round, for so many places.
local function find_stand(s, now, side, from, count)
  for i = from, from + count - 1 do
    local at = (i - 1) % s.stands + 1
    if now[side][at] > 0 then return at end
  end
end

-- The owner's next engagement, whose stands act once each in their order. The opponent is the enemy in the same place
-- or, if that is out, the next one going round (M20). Only nominations by the owner are limited (M12).
local function find_pair(s, now, owner, next)
  if not s.exchange[owner].is_allowed then return nil end
  local own = find_stand(s, now, owner, next, s.stands + 1 - next)
  local opp = own and find_stand(s, now, ENEMY[owner], own, s.stands)
  if opp then return own, opp end
end

local function is_fragile(s, now, side)
  return now[DAMAGED[side]] >= s.worn_limit or now[BROKEN[side]] >= s.out_limit
end

-- Whether a whole turn would leave all states as they are.
local function is_stuck(s, now)
  for owner, enemy in pairs(ENEMY) do
    local own, opp = find_pair(s, now, owner, 1)
    while own do
      if fight.may_change(s.exchange[owner], now[owner][own], now[enemy][opp]) then return false end
      own, opp = find_pair(s, now, owner, own + 1)
    end
  end
  return true
end

-- Fragility is checked after each engagement (M21). Turns are counted up to a limit, even if nothing can change any
-- more.
local function outcome(s, now)
  local a, b = is_fragile(s, now, "a"), is_fragile(s, now, "b")
  if a or b then return a and b and "both-fragile" or b and "a-wins" or "b-wins" end
  if now.phase == "order" and (s.never_begins or (not s.limit and is_stuck(s, now))) then return "undecided" end
end

local function dice_of(s, now)
  if now.phase == "order" then return fight.order_dice(s) end
  return find_pair(s, now, now.owner, now.next) and {s.exchange[now.owner].die} or {}
end

-- The other side's round, or the next turn.
local function end_round(now)
  now.next = 1
  if not now.is_second then
    now.is_second, now.owner = true, ENEMY[now.owner]
    return false
  end
  now.is_second, now.owner, now.phase = false, "a", "order"
  return true
end

-- A stand that is out is no longer damaged. Only limits that are reached now are gained: the fight ends with them.
local function take(s, now, side, at, left, gains)
  local before = now[side][at]
  if left == before then return end
  now[side][at] = left
  if left == 0 then
    now[BROKEN[side]] = now[BROKEN[side]] + 1
    if now[BROKEN[side]] >= s.out_limit then gains[side .. "-break-limit"] = 1 end
  end
  if is_damaged(left) ~= is_damaged(before) then
    now[DAMAGED[side]] = now[DAMAGED[side]] + (is_damaged(left) and 1 or -1)
    if now[DAMAGED[side]] >= s.worn_limit then gains[side .. "-pin-limit"] = 1 end
  end
end

local function step_round(s, now, result)
  local owner, gains = now.owner, {}
  local own, opp = find_pair(s, now, owner, now.next)
  if not own then return end_round(now) end
  local enemy = ENEMY[owner]
  local to = s.exchange[owner].after[now[owner][own]][now[enemy][opp]][result]
  take(s, now, owner, own, to.own, gains)
  take(s, now, enemy, opp, to.opp, gains)
  now.next = own + 1
  return not find_pair(s, now, owner, now.next) and end_round(now), gains
end

local function step(s, now, result)
  if now.phase == "round" then return step_round(s, now, result) end
  now.phase, now.owner = "round", fight.order(s, result)
  return false, {turns = 1}
end

local function prepare(s)
  if s.stands > STANDS_MAX then
    refuse(("stands=%d is out of range; a side has 1 to %d stands"):format(s.stands, STANDS_MAX))
  end
  s.a, s.b = stand.of(s, "a-"), stand.of(s, "b-")
  s.showings = fight.showings_of(s)
  s.never_begins, s.limit = fight.never_begins(s), s.turns and s.turns > 0 and s.turns or false
  s.worn_limit, s.out_limit = fight.limits_of(s, s.stands)
  s.exchange = {
    a = fight.exchange_of(s.a, s.b, s, s.range, s.showings.a),
    b = fight.exchange_of(s.b, s.a, s, s.range, s.showings.b),
  }
end

local function of_side(side, key, what)
  return {("%s-%s"):format(side, key), ("chance that an engagement makes %s fragile, by stands %s"):format(side, what)}
end

return chain {
  id = "MBT-17", name = "battle", chapter = "Fights",
  title = "two battle groups of equal stands fight until one is fragile",
  section = "The Turn Sequence, Engagement, Victory Conditions", rulings = "M1 to M13, M15, M22",
  parameters = words.joined(fight.SIDES, {
    fight.turns(20),
    {"stands", whole(1, STANDS_MAX), "stands of each side", default = 12,
     default_cell = "values.battle-group-stands.value"},
  }, fight.LIMITS),
  outcomes = {"a-wins", "b-wins", "both-fragile", "undecided"}, undecided = "undecided",
  expectations = {
    {"turns", "mean number of turns begun"},
    of_side("a", "pin-limit", "pinned or shaken"), of_side("b", "pin-limit", "pinned or shaken"),
    of_side("a", "break-limit", "that are out"), of_side("b", "break-limit", "that are out"),
  },
  prepare = prepare,
  state = STATE, start = start, outcome = outcome, dice = dice_of, step = step,
  turns = function(s) return s.limit or nil end,
  thrown = function(s, now)
    return now.phase == "order" and "the owner of the round" or now.owner .. " engages"
  end,
  told = {
    a_broken = "a's stands out", a_damaged = "a's stands pinned or shaken",
    b_broken = "b's stands out", b_damaged = "b's stands pinned or shaken",
  },
  explain = function(s)
    local head = ("%d against %d; a side is fragile with %d stands pinned or shaken, or %d out"):format(s.stands,
      s.stands, s.worn_limit, s.out_limit)
    return words.joined({head}, fight.lines(s, s.a, s.b, s.range, s.limit or nil))
  end,
}
