-- Record cards: what a player has at hand of an element or an aircraft. The keys are those of the JSON card; the labels
-- are printed.

local words, attack, lists, points = require "words", require "attack", require "lists", require "points"
local scatter = require "scatter"

-- "3 3 4 6 7 8 9 -": one number for each range, under a heading with the first and the last range.
local function put_to_hit(card, weapon, guns)
  local ranges, numbers = brackets(guns), {}
  for i, range in ipairs(ranges) do numbers[i] = weapon:at(range) or "-" end
  card[#card + 1] = {"to-hit", ("  to hit, %.15g to %.15g m"):format(ranges[1], ranges[#ranges]),
                     table.concat(numbers, " ")}
end

-- The formula's price stands in for one that the book does not print.
local function price_words(row, price)
  if row.points then return row.points end
  local items, by = price(row)
  local sum = 0
  for _, item in ipairs(items) do sum = sum + item[3] end
  return ("not priced in the book; %d by %s"):format(sum, by)
end

-- Elements.

local function put_gun(card, gun, fixed)
  card[#card + 1] = {"weapon", "weapon", gun.name .. fixed}
  local on_infantry = attack.damages(gun.damage, not gun.anti_infantry).double
  card[#card + 1] = {"damage", "  damage", ("%d, on infantry %d"):format(gun.damage, on_infantry)}
  put_to_hit(card, gun, tables.weapons)
end

-- Anti-aircraft guns have no numbers against the ground (R-38), but those of the aircraft table.
local function put_battery(card, mount, fixed)
  local gun = mount.weapon
  card[#card + 1] = {"weapon", "weapon", ("%d x %s, at aircraft only%s"):format(mount.count, gun.name, fixed)}
  card[#card + 1] = {"damage", "  damage", ("%d each"):format(gun.damage)}
  put_to_hit(card, gun, tables.aircraft_weapons)
end

local function card_of_unit(unit)
  local moves = unit.mobility
  local card = {
    {"hp", "hit points", unit.hp},
    {"mobility", "mobility", ("%s, %d mm"):format(moves.name, moves.distance_mm)},
    {"points", "points", price_words(unit, points.price_of_unit)},
  }
  for _, mount in ipairs(lists.mounts(unit)) do
    local fixed = mount.fixed and ", fixed" or ""
    if mount.anti_aircraft then put_battery(card, mount, fixed) else put_gun(card, mount.weapon, fixed) end
  end
  return card
end

-- Aircraft.

-- A fixed gun has no arc but a corridor, which the table may leave blank.
local function arc_words(group)
  if group.arc then return ("%d degrees"):format(group.arc) end
  local corridor = tables.fire_arcs.fixed.corridor_mm
  return corridor and ("fixed, %d mm corridor"):format(corridor) or "fixed"
end

-- The damage is that of the group (R-15). That of one gun is beside it, for group-damage=single.
local function put_group(card, group)
  local gun = group.weapon
  card[#card + 1] = {"weapon", "weapons", ("%d x %s, %s, %s"):format(group.count, gun.name, group.facing,
    arc_words(group))}
  card[#card + 1] = {"damage", "  damage", ("%d, each %d"):format(group.count * gun.damage, gun.damage)}
  put_to_hit(card, gun, tables.aircraft_weapons)
end

-- "Bombs or torpedo" is one load in the book. The rules give a torpedo no numbers, so the card only names it.
local function bomb_words(aircraft)
  local load = aircraft.bomb_load_lbs or 0
  if load == 0 then return aircraft.torpedo and "a torpedo" or nil end
  return ("%d lbs, %s of %d damage%s"):format(load, words.counted(scatter.templates_of(load), "template"),
    tables.air_values.bomb_damage.value, aircraft.torpedo and ", or a torpedo" or "")
end

local function card_of_aircraft(one)
  local card = {
    {"hp", "hit points", one.hp},
    {"speed", "speed", ("%d to %d mm"):format(one.min_speed_mm, one.top_speed_mm)},
    {"acceleration", "acceleration", ("%d mm"):format(one.acceleration_mm)},
    {"turn", "turn", ("%s, radius %d mm"):format(one.turn.id, one.turn.radius_mm)},
    {"manoeuvre-rating", "manoeuvre rating", one.manoeuvre_rating},
    {"points", "points", price_words(one, points.price_of_aircraft)},
    {"theatre", "theatre", one.theatre.name},
  }
  for _, group in ipairs(lists.groups(one)) do put_group(card, group) end
  local bombs = bomb_words(one)
  if bombs then card[#card + 1] = {"bombs", "bombs", bombs} end
  return card
end

return {units = card_of_unit, aircraft = card_of_aircraft}
