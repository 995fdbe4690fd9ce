-- What the tables must be beyond the kinds of their columns.

local ranges = require "ranges"

-- Brackets are searched from the nearest on, so one that ends before its neighbour would never be found.
local function check_brackets(rows)
  for row in each(rows) do
    for i = 2, #ranges.BRACKETS do
      local bracket = ranges.BRACKETS[i]
      if row[bracket] < row[ranges.BRACKETS[i - 1]] then
        refuse_cell(row, bracket,
          "the bracket ends before the one to its left; ranges must ascend from left to right")
      end
    end
  end
end

-- Without a gun that has no limit, a calibre could be too large for the table.
local function check_high_explosive()
  if #tables.he_ranges == 0 then
    refuse_cell(tables.he_ranges, "id", "the table has no rows; it needs a range for high explosive")
  end
  for row in each(tables.he_factors) do
    if row.weapon == "gun" and not row.upto_mm then return end
  end
  refuse_cell(tables.he_factors, "id", "no gun has '-' in upto_mm; one row must hold for all larger guns")
end

local function check_he_ranges()
  for i = 2, #tables.he_ranges do
    local range = tables.he_ranges[i]
    if range.upto_cm <= tables.he_ranges[i - 1].upto_cm then
      refuse_cell(range, "upto_cm",
        "the range is not longer than the one above; ranges must ascend from row to row")
    end
  end
end

-- The last row that a score reaches counts.
local function check_markers()
  local before
  for _, id in ipairs {"six", "seven", "eight", "nine", "ten"} do
    local row = tables.markers[id]
    if before and row.score <= before.score then
      refuse_cell(row, "score", "the score is not higher than the one before; scores must ascend from row to row")
    end
    before = row
  end
end

-- Values with limits of their own: divisors, and numbers of dice and of markers.
local LIMITS = {
  {"hits-per-marker", 1, 1000}, {"mine-step-cm", 2, 1000}, {"strafe-share", 1, 1000}, {"he-shots", 1, 2},
  {"he-shots-moving", 1, 2}, {"abort", 1, 3}, {"low-scatter-dice", 1, 4}, {"dive-scatter-dice", 1, 4},
  {"medium-scatter-dice", 1, 4}, {"high-scatter-dice", 1, 4},
}

local function check_values()
  for _, limit in ipairs(LIMITS) do
    local id, least, most = limit[1], limit[2], limit[3]
    local number = tables.values[id].value
    if number < least or number > most then
      refuse_cell(tables.values[id], "value", ("%d is out of range; %s must be from %d to %d"):format(number, id, least,
        most))
    end
  end
end

return function()
  check_high_explosive()
  check_markers()
  check_values()
  check_brackets(tables.fire_ranges)
  check_brackets(tables.gun_ranges)
  check_he_ranges()
end
