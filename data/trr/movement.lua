-- How far a model moves (section 6), and work that counts as movement (section 10). A penalty is a D10 of centimetres
-- off the rate, so both are sums of dice.

local words = require "words"

local movement = {}

local CHAPTER = "Movement and engineering"

-- A move before its dice: whether it is allowed, its rate and its penalties. Each entry of the table adds penalties. If
-- the type has no entry, it may not go there (R-21). An entry of 0 costs nothing but permits the move, which a blank
-- does not. An obstacle that a cutter makes easy costs nothing, never less.
local function burden(move, times, entry, more)
  if times == 0 then return end
  if not entry then move.is_allowed = false return end
  move.penalties = move.penalties + times * max(entry + more, 0)
end

-- The move at full speed without obstacles. Normal going costs nothing, and every type has it.
function movement.of(kind, surface, going, extra)
  local move = {
    is_allowed = true, rate = surface == "road" and kind.road_cm or kind.cross_country_cm, penalties = extra,
  }
  if going ~= "normal" then burden(move, 1, kind[going], 0) end
  return move
end

-- The sums of so many D10, and the share of throws of each; those beyond `most` are left out.
local function sums(dice, most)
  local ways = {[0] = 1.0}
  for sum = 1, most do ways[sum] = 0.0 end
  for _ = 1, dice do
    for sum = most, 0, -1 do
      local all = 0.0
      for face = 1, min(10, sum) do all = all + ways[sum - face] end
      ways[sum] = all / 10
    end
  end
  return ways
end

-- The average distance of a move that is allowed (B-02).
function movement.mean(move)
  local ways, mean = sums(move.penalties, move.rate), 0.0
  for sum = 0, move.rate - 1 do mean = mean + ways[sum] * (move.rate - sum) end
  return mean
end

-- Infantry's 29 cm would be faster off the road than on it, so it counts as a misprint of 20 (R-20). Half speed halves
-- the rate before the penalties.
local function rate_of(s, rate)
  if s.infantry_rate == "29" and s.surface ~= "road" then rate = words.value "infantry-rate-printed-cm" end
  return s.speed == "half" and rate // 2 or rate
end

-- Size and cutter change the cost of each crossing before the crossings are counted.
local function size_of(s)
  local size = tables.obstacles[s.linear_size].penalties
  return size + (s.cutter and tables.obstacles.cutter.penalties or 0)
end

-- Wire costs a penalty for each centimetre, up to the type's maximum.
local function wire_entry(s)
  return s.type.wire_most and min(s.type.wire_most, s.wire)
end

local function move_of(s)
  local move = movement.of(s.type, s.surface, s.going, s.extra)
  move.rate = rate_of(s, move.rate)
  burden(move, s.linear, s.type.linear, size_of(s))
  burden(move, s.wire > 0 and 1 or 0, wire_entry(s), 0)
  return move
end

-- Limits that no printed number is near.
local CM, PENALTIES = whole(0, 1000), whole(0, 1000)

-- Each penalty throws a die, then the model moves the rest. The penalties end when nothing is left to lose: the
-- remaining dice change nothing. A rate that penalties use up is a move of 0 cm, which is another outcome than a
-- forbidden move.
local move = chain {
  id = "TRR-05", name = "movement", chapter = CHAPTER, title = "how far a model moves", section = "6 Movement",
  rulings = "R-20, R-21",
  parameters = {
    {"type", row "movement", "what moves", default = "infantry"},
    words.SURFACE, words.GOING,
    {"linear", whole(0, 3), "linear obstacles crossed", default = 0},
    {"linear-size", choice {"normal", "large", "bocage"}, "the size of the obstacles", default = "normal"},
    {"cutter", flag, "with a hedgerow cutter, or a bulldozer"},
    {"wire", whole(0, 20), "depth of barbed wire in cm", default = 0},
    words.extra "further penalties: firing, dismounting, unlimbering, fog",
    {"speed", choice {"full", "half"}, "full or half speed", default = "full"},
    {"infantry-rate", choice {"20", "29"}, "infantry off the road; 29 as printed", default = "20",
     only = "type=infantry"},
  },
  outcomes = {"not-allowed"}, numbers = "the distance in cm", undecided = false,
  expectations = {{"distance", "mean distance in cm"}},
  prepare = function(s) s.move = move_of(s) end,
  state = {penalties = PENALTIES, cm = CM, moved = whole(0, 1)},
  start = function(s) return {penalties = s.move.penalties, cm = s.move.rate, moved = 0} end,
  outcome = function(s, now)
    if not s.move.is_allowed then return "not-allowed" end
    return now.moved == 1 and now.cm or nil
  end,
  dice = function(s, now) return now.penalties > 0 and {d10} or {} end,
  step = function(s, now, die)
    if now.penalties == 0 then
      now.moved = 1
      return true, {distance = now.cm}
    end
    now.cm = max(now.cm - die, 0)
    now.penalties = now.cm > 0 and now.penalties - 1 or 0
    return false
  end,
  thrown = "a penalty", told = {cm = "cm left", moved = "cm moved"},
  explain = function(s)
    return s.move.is_allowed and ("%d cm less %d D10"):format(s.move.rate, s.move.penalties) or {}
  end,
}

-- Entrenching, Bridging and Water Crossing. The defaults are cells of the movement table, which has wider limits than
-- these parameters. Without any progress the average number of moves would be infinite.

local RATE_MOST, DICE_MOST = 100, 6

local function check_progress(s)
  if s.rate > RATE_MOST or s.penalties > DICE_MOST then
    refuse(("rate=%d, penalties=%d: at most %d cm and %d dice are possible"):format(s.rate, s.penalties, RATE_MOST,
      DICE_MOST))
  end
  if s.rate <= s.penalties then
    refuse(("rate=%d, penalties=%d: no move can make progress; the rate must exceed %d"):format(s.rate, s.penalties,
      s.penalties))
  end
end

local A_MOVE = {moves = 1}

-- The progress of a move is one die, which is made once.
local function work_of(s)
  if s.penalties == 0 then return {map(d(1), function() return s.rate end)} end
  return {map(sum(s.penalties, d10), function(lost) return max(s.rate - lost, 0) end)}
end

-- More moves than are listed are one outcome, unfinished. The work still goes on to its end, because the average number
-- of moves has no limit.
local engineering = chain {
  id = "TRR-06", name = "engineering", chapter = CHAPTER,
  title = "how many moves digging, camouflaging or bridging takes",
  section = "10 Entrenching, Bridging and Water Crossing",
  parameters = {
    {"need", whole(1, 200), "movement that the work takes, in cm", default = 40},
    {"moves", whole(1, 30), "moves that are reported one by one", default = 10},
    {"rate", whole(1, RATE_MOST), "movement in a move, in cm", default = 20,
     default_cell = "movement.infantry.cross_country_cm"},
    {"penalties", whole(0, DICE_MOST), "D10 taken off each move", default = 3,
     default_cell = "movement.infantry.impassable"},
  },
  outcomes = {"unfinished"}, numbers = "1, 2, ...: the move in which it is finished", undecided = "unfinished",
  expectations = {{"moves", "mean number of moves to finish, without a limit"}},
  prepare = function(s)
    check_progress(s)
    s.work = work_of(s)
  end,
  state = {made = whole(0, 200), moves = whole(0, 31)},
  outcome = function(s, now)
    if now.made < s.need then return nil end
    return now.moves <= s.moves and now.moves or "unfinished"
  end,
  dice = function(s) return s.work end,
  step = function(s, now, cm)
    now.made = min(now.made + cm, s.need)
    now.moves = min(now.moves + 1, s.moves + 1)
    return true, A_MOVE
  end,
  thrown = "a move's work", told = {made = "cm made"},
}

movement.procedures = {move, engineering}

return movement
