-- Who may engage whom ("Engagement"): the matrix of ranges, darkness, weather and sight, and whether the other may
-- answer.

local words, stand = require "words", require "stand"

local eligibility = {}

-- A row of the matrix serves one posture, and all sub-classes or some.
function eligibility.serves(row, posture, level)
  return row.posture == posture
    and (row.levels == "all" or (row.levels == "minus") == (level == "minus"))
end

local function engager_of(own)
  for row in each(tables.engagement) do
    if eligibility.serves(row, own.posture, own.level) then return row end
  end
end

-- The columns of the matrix are those of a class with its mode, or of a posture. Infantry in a posture of its own has a
-- column of that posture (M1).
function eligibility.is_posture_of_infantry(name)
  local posture = find(tables.postures, name)
  return posture ~= nil and posture.class == "infantry" and name ~= "infantry"
end

local function column_of(target)
  if not stand.is_on_the_ground(target) or eligibility.is_posture_of_infantry(target.posture) then
    return target.posture
  end
  return target.class .. "_" .. target.mode
end

-- In adverse weather CAS cannot engage ground targets (M10). The class counts, whatever M1 says.
local function is_banned(own, target, s)
  return s.awc and s.awc_air == "banned" and own.posture == "cas" and stand.is_on_the_ground(target)
end

-- The range of the matrix in inches, infinite for any; nil: never. If the column of a posture says `class`, the columns
-- of INFANTRY decide, unless only postures count (M1).
local function reach_of(own, target, s)
  if is_banned(own, target, s) then return nil end
  local row = engager_of(own)
  local cell = row[column_of(target)]
  if cell == "class" then cell = s.infantry_target == "class" and row["infantry_" .. target.mode] or "-" end
  if cell == "any" then return math.huge end
  return tonumber(cell)
end

-- Darkness and adverse weather halve a range. Both together leave a quarter (M11).
function eligibility.reduced(inches, s)
  return inches / (s.light == "dark" and 2 or 1) / (s.awc and 2 or 1)
end

-- Artillery, and aircraft other than CAS, are off the table; a blocked line of sight does not affect them.
local function is_blocked(own, target, s)
  return s.los == "blocked" and tables.postures[own.posture].on_table and tables.postures[target.posture].on_table
end

-- The same after darkness, weather and sight: nil for never, 0 for contact only.
local function range_of(own, target, s)
  local reach = reach_of(own, target, s)
  if not reach then return nil end
  return is_blocked(own, target, s) and 0 or eligibility.reduced(reach, s)
end

-- In contact nothing blocks the sight.
local function may_engage(own, target, s, range)
  local upto = range_of(own, target, s)
  return upto ~= nil and range <= upto
end

-- "mutual" if each could engage at this range; with reciprocity=type it is enough that the other could at some range
-- (M2).
function eligibility.of(own, opp, s, range)
  local own_may = may_engage(own, opp, s, range)
  local opp_may
  if s.reciprocity == "type" then
    opp_may = reach_of(opp, own, s) ~= nil
  else
    opp_may = may_engage(opp, own, s, range)
  end
  if own_may then return opp_may and "mutual" or "unilateral" end
  return opp_may and "opposing-only" or "none"
end

-- Why a stand may not engage; nil if the target is merely out of range.
function eligibility.why_not(own, target, s, range)
  if is_banned(own, target, s) then return "it may not engage ground targets in adverse weather" end
  if not reach_of(own, target, s) then return "its posture may not engage this target" end
  return range > 0 and is_blocked(own, target, s) and "the line of sight is blocked" or nil
end

-- All ranges at which some engagement ends. They depend on the circumstances alone.
function eligibility.ranges(s)
  local is_end, ends = {}, {}
  if s.los == "blocked" then is_end[0] = true end
  for row in each(tables.engagement) do
    for _, column in ipairs(eligibility.COLUMNS) do
      local inches = tonumber(row[column])
      if inches and inches > 0 then is_end[eligibility.reduced(inches, s)] = true end
    end
  end
  for range in pairs(is_end) do ends[#ends + 1] = range end
  table.sort(ends)
  return ends
end

eligibility.COLUMNS = {
  "infantry_static", "infantry_mobile", "infantry_fast", "las", "atm", "rec", "ada", "pda",
  "armour_static", "armour_mobile", "armour_fast", "cba", "otf", "ecm", "asf", "cas",
}

-- "engages at up to 12 inches".
local function reach_words(own, target, s)
  local upto = range_of(own, target, s)
  if not upto then return "may not engage the other" end
  if upto == math.huge then return "engages at any range" end
  return upto == 0 and "engages in contact only" or "engages at up to " .. words.inches(upto)
end

-- In quarters of an inch: ranges are whole inches, and are halved at most twice. -1 inch is any range.
local function quarters_of(own, target, s)
  local upto = range_of(own, target, s)
  if not upto then return 0 end
  return upto == math.huge and -4 or math.tointeger(upto * 4)
end

-- MBT-02.
eligibility.procedure = roll {
  id = "MBT-02", name = "eligibility", chapter = "Engagement", title = "whether two stands may engage each other",
  section = "Engagement; Adverse Weather Conditions; Terrain Rules", rulings = "M1 M2 M10 M11",
  parameters = words.joined(stand.parameters("own-", "the owner's"), stand.parameters("opp-", "the other's"),
    words.SITUATION),
  outcomes = {"mutual", "unilateral", "opposing-only", "none"},
  expectations = {
    {"own-range", "inches at which the owner's stand may engage; 0: never or in contact only, -1: any", parts = 4},
    {"opp-range", "the same for the other stand", parts = 4},
  },
  prepare = function(s) s.own, s.opp = stand.of(s, "own-"), stand.of(s, "opp-") end,
  dice = {},
  resolve = function(s)
    return eligibility.of(s.own, s.opp, s, s.range),
      {["own-range"] = quarters_of(s.own, s.opp, s), ["opp-range"] = quarters_of(s.opp, s.own, s)}
  end,
  explain = function(s)
    return {
      ("Owner: %s; %s"):format(stand.words(s.own), reach_words(s.own, s.opp, s)),
      ("Other: %s; %s"):format(stand.words(s.opp), reach_words(s.opp, s.own, s)),
      ("They are %s apart."):format(words.inches(s.range)),
    }
  end,
}

return eligibility
