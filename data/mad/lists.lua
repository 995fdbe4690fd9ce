-- Lists in cells: the weapons of an element and of an aircraft, and the types that may not carry a weapon. The rules
-- read them with these functions, and so does the check of the tables, which a wrong list fails.

local words = require "words"

local lists = {}

-- A part of a cell: where it is, its text, and where the text begins.
local function part_of(row, column, part)
  return {row = row, column = column, text = part.text, at = part.at}
end

-- What a part has from one place of its text to another, or to its end.
local function within(part, from, to)
  return {row = part.row, column = part.column, text = part.text:sub(from, to), at = part.at + from - 1}
end

local function refuse_part(part, message, ...)
  refuse_cell(part.row, part.column, message:format(part.text, ...), part.at)
end

local function row_of(part, rows, what)
  return find(rows, part.text) or refuse_part(part, "unknown " .. what .. " '%s'" .. nearest(part.text, rows))
end

-- "4x20mm-cannon" is 4, and what follows. A count is at most 99.
local function count_of(part)
  local digits, name = part.text:match "^(%d+)x()"
  local count = digits and tonumber(digits) or 0
  if 1 <= count and count <= 99 then return count, within(part, name) end
end

-- The parts of a list, joined by "+", read one by one.
local function read_list(row, column, most, what, read)
  local list = {}
  for i, part in ipairs(parts(row[column], "+")) do
    if i > most then refuse_cell(row, column, ("there are more than %d %s"):format(most, what)) end
    list[i] = read(part_of(row, column, part))
  end
  return list
end

-- The weapons of an element: "cannon-d + cannon-e*". A star is for a fixed mount, "aa:4x20mm-cannon" for guns that fire
-- only at aircraft (R-38).

local function battery(part)
  local count, name = count_of(part)
  if not count then
    refuse_part(part, "'%s' is not a battery of 1 to 99 guns; write aa:COUNTxGUN, as in aa:4x20mm-cannon*")
  end
  return {anti_aircraft = true, weapon = row_of(name, tables.aircraft_weapons, "aircraft weapon"), count = count}
end

local function gun(part)
  return {weapon = row_of(part, tables.weapons, "weapon"), count = 1}
end

local function mount(part)
  local is_fixed = part.text:sub(-1) == "*"
  local name = is_fixed and within(part, 1, part.text:match "()%s*%*$" - 1) or part
  local made = name.text:match "^aa:." and battery(within(name, #"aa:" + 1)) or gun(name)
  made.fixed = is_fixed
  return made
end

function lists.mounts(unit)
  return read_list(unit, "weapons", 6, "weapons", mount)
end

-- The weapons of an aircraft: "2xmachine-gun fwd + 1xmachine-gun rear90". The guns of a group fire together. A group
-- has a facing; the degrees of its arc follow, unless it is fixed.

local FACINGS = {fwd = "forward", rear = "rear", left = "left", right = "right"}

local function facing_of(part)
  local word, degrees = part.text:match "^(%l+)(%d*)$"
  local arc = degrees and (tonumber(degrees) or 0)
  if not FACINGS[word] or arc > 360 then
    refuse_part(part, "'%s' is not a facing; write fwd, rear, left or right, followed by the degrees (to 360) of a gun "
      .. "that turns, as in rear90")
  end
  return FACINGS[word], arc > 0 and arc or nil
end

local function group(part)
  local count, guns = count_of(part)
  if not count then
    refuse_part(part, "'%s' is not a group of 1 to 99 guns; write COUNTxGUN FACING, as in 2xmachine-gun fwd")
  end
  local name_ends, facing = guns.text:match "^%S*()%s*()"
  local word, arc = facing_of(within(guns, facing))
  local weapon = row_of(within(guns, 1, name_ends - 1), tables.aircraft_weapons, "aircraft weapon")
  return {weapon = weapon, count = count, facing = word, arc = arc}
end

function lists.groups(aircraft)
  if not aircraft.weapons then return {} end
  return read_list(aircraft, "weapons", 8, "groups of weapons", group)
end

-- The types of elements that may not carry a hi-tech weapon: "vtol + power-armour".

local IS_TYPE = {}
for _, type in ipairs(words.TYPES) do IS_TYPE[type] = true end

local function type_of(part)
  if not IS_TYPE[part.text] then
    refuse_part(part, "'%s' is not a type of element; write vehicle, infantry, walker, grav, vtol or power-armour "
      .. "joined by +, or - for none")
  end
  return part.text
end

function lists.excluded(weapon)
  if not weapon.excluded then return {} end
  return read_list(weapon, "excluded", 100, "types", type_of)
end

return lists
