-- What the tables must be beyond the kinds of their columns.

local words, eligibility = require "words", require "eligibility"

-- The usual mode is what a stand has by default; none or two would leave it open.
local function check_modes()
  for row in each(tables.stands) do
    local n = 0
    for _, mode in ipairs(words.MODES) do n = n + (row[mode] == "default" and 1 or 0) end
    if n ~= 1 then
      refuse_cell(row, "id", ("%d modes of '%s' are marked 'default'; mark exactly one"):format(n, row.id))
    end
  end
end

local function check_postures()
  for _, class in ipairs(words.CLASSES) do
    local n = 0
    for posture in each(tables.postures) do
      n = n + (posture.class == class and posture.default and 1 or 0)
    end
    if n ~= 1 then
      refuse_cell(tables.postures, "id",
        ("%d postures of class %s are marked 'default'; mark exactly one"):format(n, class))
    end
  end
end

-- A range of the matrix is a number of inches, 'any', or '-'. 'class' is for the postures of INFANTRY, which can use
-- the columns of their class instead.
local function check_range(row, column, is_posture)
  local cell = row[column]
  if cell == "-" or cell == "any" or (is_posture and cell == "class") then return end
  if not cell:match "^%s*[+-]?%d+$" then
    refuse_cell(row, column, ("'%s' is not a range; write inches, 'any' or '-' for never%s"):format(cell,
      is_posture and ", or 'class' for the INFANTRY columns" or ""))
  end
  local inches = tonumber(cell)
  if inches < 0 or inches > 1000 then
    refuse_cell(row, column, ("%s is out of range; %s must be from 0 to 1000"):format(cell, column))
  end
end

-- Two rows for one engager would contradict each other, and without one it would have no range.
local function row_of(engagers, posture, level)
  local n, found = 0, nil
  for _, engager in ipairs(engagers) do
    if eligibility.serves(engager, posture, level) then n, found = n + 1, engager end
  end
  if n ~= 1 then
    refuse_cell(tables.engagement, "id",
      ("%d rows match the posture %s of a %s sub-class; one must match"):format(n, posture, level))
  end
  return found
end

local function check_engagement()
  local engagers, is_posture = {}, {}
  for row in each(tables.engagement) do
    engagers[#engagers + 1] = {row = row, posture = row.posture, levels = row.levels}
  end
  for _, column in ipairs(eligibility.COLUMNS) do is_posture[column] = eligibility.is_posture_of_infantry(column) end
  for _, posture in ipairs(words.POSTURES) do
    for _, level in ipairs(words.SIGNS) do
      local engager = row_of(engagers, posture, level)
      for _, column in ipairs(engager.is_known and {} or eligibility.COLUMNS) do
        check_range(engager.row, column, is_posture[column])
      end
      engager.is_known = true
    end
  end
end

-- Each face of a die belongs to one row.
local function check_dice(rows)
  for face = 1, 6 do
    local n = 0
    for row in each(rows) do n = n + (row.die_from <= face and face <= row.die_to and 1 or 0) end
    if n ~= 1 then
      refuse_cell(rows, "id",
        ("%d of the rows take a die of %d; die_from to die_to of one row must hold it"):format(n, face))
    end
  end
end

-- Night is before dawn and after dusk, with a day between them.
local function check_hours()
  for _, id in ipairs(words.SEASONS) do
    local at = tables.seasons[id]
    if at.dawn_from > at.dawn_to or at.dawn_to >= at.dusk_from or at.dusk_from > at.dusk_to then
      refuse_cell(tables.seasons, "id", ("the hours of '%s' are out of order; dawn_from, dawn_to, dusk_from and "
        .. "dusk_to must ascend"):format(id))
    end
  end
end

return function()
  check_modes()
  check_postures()
  check_engagement()
  check_dice(tables.zones)
  check_dice(tables.minor_features)
  check_hours()
  check_dice(tables.seasons)
end
