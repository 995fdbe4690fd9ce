-- What the tables must be beyond the kinds of their columns.

-- One parameter names troops and vehicles, so no id may be both.
local function check_ids()
  for vehicle in each(tables.vehicles) do
    if find(tables.troops, vehicle.id) then
      refuse_cell(vehicle, "id", ("'%s' is already the id of a troop; give the vehicle its own"):format(vehicle.id))
    end
  end
end

-- Each roll from 1 to 10 has one row of damage.
local function check_damage()
  local taken = {}
  for row in each(tables.damage) do
    if taken[row.roll] then
      refuse_cell(row, "id", ("the roll %d already has a row; each roll from 1 to 10 has one"):format(row.roll))
    end
    taken[row.roll] = true
  end
  if #tables.damage < 10 then
    refuse_cell(tables.damage, "id", ("the table has %d rows; each roll from 1 to 10 has one"):format(#tables.damage))
  end
end

-- A weapon with a yes in its column `area` must be in the table of areas, and no other.
local function check_areas()
  local has_area = {}
  for band in each(tables.areas) do has_area[band.weapon.id] = true end
  for weapon in each(tables.weapons) do
    local has = has_area[weapon.id] or false
    if weapon.area ~= has then
      refuse_cell(weapon, "area", ("'%s' says %s, but the table of areas has %s row for it"):format(weapon.id,
        weapon.area and "yes" or "no", has and "a" or "no"))
    end
  end
end

-- Bands of deviation ascend, and the last has no end.
local function check_deviation()
  local bands, before = tables.deviation, nil
  if #bands == 0 then
    refuse_cell(bands, "id", "the table has no rows; the last row must have '-' for its range")
  end
  for i = 1, #bands do
    local upto = bands[i].upto
    if (upto == nil) ~= (i == #bands) then
      refuse_cell(bands[i], "upto", ("'%s': only the last row must have '-' for its range"):format(upto or "-"))
    end
    if before and upto and upto <= before then
      refuse_cell(bands[i], "upto", "the range is not longer than the one above; ranges must ascend")
    end
    before = upto
  end
end

return function()
  check_ids()
  check_damage()
  check_areas()
  check_deviation()
end
