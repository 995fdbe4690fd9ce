-- Micro Armour Devastation in Lua, on the tables of data/mad.

local direct_fire, hitech = require "direct-fire", require "hitech"
local repeated_fire = require "repeated-fire"
local sequence, spotting, infantry = require "sequence", require "spotting", require "infantry"
local mines, artillery = require "mines", require "artillery"
local air, air_to_ground, points = require "air", require "air-to-ground", require "points"

-- All procedures, in the order of their numbers.
local function all(...)
  local list = {}
  for _, some in ipairs {...} do table.move(some, 1, #some, #list + 1, list) end
  return list
end

return {
  tables = {
    weapons = {brackets = {whole(-20, 20), blank = "-"}, damage = whole(0, 1000), anti_infantry = flag,
               points = whole(0, 100000)},
    modifiers = {modifier = whole(-20, 20)},
    levels = {damage_percent = whole(0, 1000)},
    values = {value = whole(0, 1000)},
    movement = {target = choice {"vehicle", "infantry"}, distance_mm = whole(0, 9999), points = whole(0, 100000)},
    units = {hp = whole(1, 9999), weapons = text, mobility = row "movement", points = {whole(0, 9999), blank = "#"}},
    spotting = {brackets = {whole(-20, 20), blank = "-"}},
    spotters = {allowance_m = whole(0, 100000), always_moving = flag},
    spotting_modifiers = {modifier = whole(-20, 20)},
    chances = {percent = whole(0, 100)},
    artillery_to_hit = {to_hit = whole(-20, 20)},
    aircraft_weapons = {
      brackets = {whole(-99, 99), blank = "-"}, damage = whole(0, 10000), points = whole(0, 100000),
      small_arms = flag, high_altitude = flag,
    },
    air_modifiers = {modifier = whole(-99, 99)},
    air_values = {value = whole(0, 10000)},
    air_criticals = {from = whole(1, 10), to = whole(1, 10)},
    turns = {points = whole(0, 100000)},
    artillery = {radius_mm = whole(0, 10000), damage = whole(0, 10000), points = whole(0, 100000)},
    hitech_weapons = {
      brackets = {whole(-20, 20), blank = "-"}, anti_infantry = flag, class = choice {"gun", "energy", "missile"},
      damage = whole(0, 10000), infantry_damage = {whole(0, 10000), blank = "-"}, excluded = {text, blank = "-"},
      points = whole(0, 100000),
    },
    hitech_modifiers = {modifier = whole(-99, 99)},
    hitech_artillery = {radius_mm = whole(0, 10000), damage = whole(0, 10000), points = whole(0, 100000)},
    hitech_movement = {
      target = choice {"vehicle", "infantry", "power-armour", "walker", "grav", "vtol"}, distance_mm = whole(0, 100000),
    },
    hitech_armour = {hp = whole(1, 10000)},
    hitech_equipment = {points = whole(0, 100000)},
  },
  units = "units", weapons = "weapons",
  procedures = all({
    direct_fire.direct_fire, repeated_fire.volley, repeated_fire.shots_to_kill, direct_fire.unit_fire,
    require "duel", sequence.initiative, spotting.spotting, infantry.at_grenade, infantry.passengers, spotting.line_of_sight,
    mines.minefield, mines.minefield_crossing, mines.fort_reduction,
    artillery.deviation, artillery.coverage, artillery.hit, artillery.attack,
  }, hitech.procedures, air.procedures, air_to_ground.procedures, points.procedures),
  battle = require "battle",
  fire = {
    procedure = "unit-fire", unit = {unit = "id"}, target = {target = "id"}, range = "range", damage = "damage",
    killed = "destroyed", harmless = "unharmed", price = "points", strength = "hp",
  },
}
