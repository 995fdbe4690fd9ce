-- Micro Armour Devastation in Lua, on the tables of data/mad.

local direct_fire, air = require "direct-fire", require "air"

-- The procedures of the files, in the order of the book.
local function all(...)
  local procedures = {}
  for _, file in ipairs {...} do
    for _, procedure in ipairs(file.procedures) do procedures[#procedures + 1] = procedure end
  end
  return procedures
end

return {
  tables = {
    weapons = {brackets = {whole(-20, 20), blank = "-"}, damage = whole(0, 1000), anti_infantry = flag},
    modifiers = {modifier = whole(-20, 20)},
    levels = {damage_percent = whole(0, 1000)},
    values = {value = whole(0, 1000)},
    movement = {target = choice {"vehicle", "infantry"}, distance_mm = whole(0, 9999)},
    units = {hp = whole(1, 9999), weapons = text, mobility = row "movement", points = {whole(0, 9999), blank = "#"}},
    aircraft_weapons = {
      brackets = {whole(-99, 99), blank = "-"}, damage = whole(0, 10000), points = whole(0, 100000),
      small_arms = flag, high_altitude = flag,
    },
    air_modifiers = {modifier = whole(-99, 99)},
    air_values = {value = whole(0, 10000)},
    air_criticals = {from = whole(1, 10), to = whole(1, 10)},
    turns = {points = whole(0, 100000)},
  },
  units = "units", weapons = "weapons",
  procedures = all(direct_fire, air),
  battle = require "battle",
  fire = {
    procedure = "unit-fire", unit = {unit = "id"}, target = {target = "id"}, range = "range", damage = "damage",
    killed = "destroyed", harmless = "unharmed", price = "points", strength = "hp",
  },
}
