-- Record cards of vehicles.

local ranges, anti_tank = require "ranges", require "anti-tank"

-- All five brackets are listed, because a gun's class decides more than its strike value at most ranges.
local function ranges_words(class)
  local ends = ranges.ends(class)
  for i, upto in ipairs(ends) do ends[i] = ("%.15g"):format(upto) end
  return table.concat(ends, " ")
end

-- Values from general history, if the book has none.
local function assigned_words(unit)
  return unit.assigned == "-" and "none: as printed" or unit.assigned
end

return function(unit)
  local gun, moves = unit.gun, unit.movement
  return {
    {"defence", "defence", unit.defence},
    {"gun", "gun", gun.name},
    {"strike", "  strike", gun.strike},
    {"ammo", "  ammunition", table.concat(anti_tank.ammo_of(gun), ", ")},
    {"ranges", "  brackets to, cm", ranges_words(gun.class)},
    {"movement", "movement",
     ("%s, %d cm, on the road %d cm"):format(moves.name, moves.cross_country_cm, moves.road_cm)},
    {"kind", "kind", unit.kind},
    {"strength", "vehicles in a model", unit.strength},
    {"assigned", "assigned", assigned_words(unit)},
  }
end
