-- What the tables must be beyond the kinds of their columns.

local lists = require "lists"

-- Load of a template, and speed of a point: both are divisors.
local function check_divisors()
  for _, id in ipairs {"bomb-template-lbs", "speed-mm-per-point"} do
    local one = tables.air_values[id]
    if one.value == 0 then refuse_cell(one, "value", "0 is out of range; " .. id .. " must be from 1 to 10000") end
  end
end

-- Every face of the D10 is in one row of the critical hit table.
local function check_criticals()
  for face = 1, 10 do
    local found = 0
    for result in each(tables.air_criticals) do
      if result.from <= face and face <= result.to then found = found + 1 end
    end
    if found ~= 1 then
      refuse_cell(tables.air_criticals, "id", ("%d of the D10 is in %s rows; each of 1 to 10 must be in one"):format(
        face, found == 0 and "no" or "several"))
    end
  end
end

local function check_aircraft()
  for one in each(tables.aircraft) do
    if one.top_speed_mm < one.min_speed_mm then
      refuse_cell(one, "top_speed_mm", ("%d is less than the minimum speed, %d; the top speed must be at least that")
        :format(one.top_speed_mm, one.min_speed_mm))
    end
    lists.groups(one)
  end
end

return function()
  for weapon in each(tables.hitech_weapons) do lists.excluded(weapon) end
  for unit in each(tables.units) do lists.mounts(unit) end
  check_divisors()
  check_criticals()
  check_aircraft()
end
