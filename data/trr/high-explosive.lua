-- High explosive over open sights (section 7 "Direct Firing HE"). Bunkers use the same to-hit roll, because the same
-- weapons attack them.

local words, soft_fire = require "words", require "soft-fire"

local high_explosive = {}

-- The die that hits at that distance; nil beyond the table.
function high_explosive.needed(distance)
  for range in each(tables.he_ranges) do
    if distance <= range.upto_cm then return range.needed end
  end
end

function high_explosive.ranges()
  local ends = {}
  for range in each(tables.he_ranges) do
    if #ends < 32 then ends[#ends + 1] = range.upto_cm end
  end
  return ends
end

-- The rounds: auto is two, or one on the move; a user may still ask for either number. Nearer than the shortest range
-- and beyond the table there are none.
function high_explosive.rounds(s)
  local needed = high_explosive.needed(s.distance)
  if not needed or s.distance < words.value "he-shortest-cm" then return {out_of_range = true} end
  return {
    count = tonumber(s.shots) or words.value(s.moving and "he-shots-moving" or "he-shots"),
    needed = needed, modifier = s.moving and words.value "he-moving" or 0,
  }
end

function high_explosive.hits(rounds, die)
  return die + rounds.modifier >= rounds.needed
end

-- Two dice a round are thrown together, its to-hit die and the die of its effect. The second matters only if the first
-- one hits.
function high_explosive.dice(rounds)
  return rounds.out_of_range and {} or {dice(2 * rounds.count, d10)}
end

-- How many rounds hit, and the sum of their effects, which are a list by the die.
function high_explosive.total(rounds, effects, hit, die, second_hit, second_die)
  local least, n, total = rounds.needed - rounds.modifier, 0, 0
  if hit >= least then n, total = 1, effects[die] end
  if second_hit and second_hit >= least then n, total = n + 1, total + effects[second_die] end
  return n, total
end

local function rounds_line(rounds)
  return ("%s, each hits on %d or more%s"):format(words.counted(rounds.count, "round"), rounds.needed,
    words.on_the_die(rounds.modifier))
end

-- Gun Calibre. Rows may have any order: the smallest calibre that is large enough is taken, and a row without a limit
-- is the last choice.
local function factor_of(calibre)
  local best
  for row in each(tables.he_factors) do
    local limit = row.upto_mm or math.huge
    local is_closer = not best or limit < (best.upto_mm or math.huge)
    if row.weapon == "gun" and calibre <= limit and is_closer then best = row end
  end
  return best.factor
end

-- What is gained by so many rounds that hit and so many casualties, worked out once: a throw has 10,000 results.
local function gains_of(figures)
  local gains = {}
  for n = 0, 2 do
    gains[n] = {}
    for casualties = 0, 4 * n do
      gains[n][casualties] = soft_fire.gains(casualties, figures)
      gains[n][casualties]["shots-hit"] = n
    end
  end
  return gains
end

-- High explosive has no brackets on the casualty table: distance matters only for hitting, and cover is the only shift.
-- Rounds hit even if the fire is ineffective.
local direct_he = roll {
  id = "TRR-12", name = "direct-he", chapter = soft_fire.CHAPTER, title = "a gun fires high explosive over open sights",
  section = "7 Direct Firing HE", rulings = "R-05, R-12",
  parameters = words.join({
    {"calibre", whole(1, 1000), "calibre of the gun in mm", default = 75},
    words.distance(30),
    words.with(words.HE_MOVING, {aliases = {"moves", "firer-moving"}}),
    words.HE_SHOTS,
  }, soft_fire.TARGET),
  outcomes = soft_fire.OUTCOMES, numbers = soft_fire.NUMBERS,
  expectations = words.join(soft_fire.EXPECTATIONS, {{"shots-hit", "mean number of rounds that hit"}}),
  brackets = high_explosive.ranges,
  prepare = function(s)
    s.rounds = high_explosive.rounds(s)
    s.fire = s.rounds.out_of_range and soft_fire.OUT_OF_RANGE
      or soft_fire.of(factor_of(s.calibre), soft_fire.cover_shift(s.cover), s.off_right)
    s.gains = gains_of(s.target_figures)
  end,
  dice = function(s) return high_explosive.dice(s.rounds) end,
  resolve = function(s, ...)
    if s.rounds.out_of_range then return "out-of-range" end
    local n, casualties = high_explosive.total(s.rounds, s.fire.row, ...)
    return s.fire.factor == 0 and "ineffective" or casualties, s.gains[n][casualties]
  end,
  explain = function(s)
    if s.rounds.out_of_range then return soft_fire.line(s.fire) end
    return {rounds_line(s.rounds), soft_fire.line(s.fire)}
  end,
}

-- An optional rule: a shell that misses still lands somewhere between the gun and its target. Each point of the score
-- is a distance from the firer, but never nearer than the shortest range or behind the target (R-14). The book's
-- example lands a 7 at 75 cm, not at 105. The rule fits the to-hit table, so the example counts as a slip.

local CM_PARTS = 1000000

local function landing(s, score)
  local nearest = words.value "he-shortest-cm" * CM_PARTS
  return min(max(score * words.value "he-landing-cm" * CM_PARTS, nearest), s.target_at)
end

-- The limits of the parameter are those of the printed table; another table may end sooner. A hit counts in the average
-- as the target's distance.
local he_landing = roll {
  id = "TRR-14", name = "he-landing", chapter = soft_fire.CHAPTER,
  title = "where a round of high explosive lands if it misses", section = "7 Direct Firing HE (optional)",
  rulings = "R-14",
  parameters = {
    {"distance", decimal(5, 150), "distance in cm", default = 60, bracketed = true, aliases = "range"},
    words.with(words.HE_MOVING, {aliases = {"moves", "firer-moving"}}),
  },
  outcomes = {"hit"}, numbers = "the distance in cm at which a miss lands", parts = CM_PARTS,
  expectations = {
    {"landing", "mean distance in cm at which the round falls; a hit falls at the target's", parts = CM_PARTS},
  },
  brackets = high_explosive.ranges,
  prepare = function(s)
    s.rounds = high_explosive.rounds {distance = s.distance, moving = s.moving, shots = "1"}
    s.target_at = floor(s.distance * CM_PARTS + 0.5)
    if s.rounds.out_of_range then refuse(("distance=%.15g is out of range for high explosive"):format(s.distance)) end
  end,
  dice = {d10},
  resolve = function(s, die)
    if high_explosive.hits(s.rounds, die) then return "hit", {landing = s.target_at} end
    local at = landing(s, die + s.rounds.modifier)
    return at, {landing = at}
  end,
  explain = function(s) return rounds_line(s.rounds) end,
}

high_explosive.procedures = {direct_he, he_landing}

return high_explosive
