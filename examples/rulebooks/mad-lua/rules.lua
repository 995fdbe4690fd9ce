-- Micro Armour Devastation in Lua, on the tables of data/mad.

local direct_fire = require "direct-fire"

return {
  tables = {
    weapons = {brackets = {whole(-20, 20), blank = "-"}, damage = whole(0, 1000), anti_infantry = flag},
    modifiers = {modifier = whole(-20, 20)},
    levels = {damage_percent = whole(0, 1000)},
    values = {value = whole(0, 1000)},
    movement = {target = choice {"vehicle", "infantry"}, distance_mm = whole(0, 9999)},
    units = {hp = whole(1, 9999), weapons = text, mobility = row "movement", points = {whole(0, 9999), blank = "#"}},
  },
  units = "units", weapons = "weapons",
  procedures = direct_fire.procedures,
  battle = require "battle",
  fire = {
    procedure = "unit-fire", unit = {unit = "id"}, target = {target = "id"}, range = "range", damage = "damage",
    killed = "destroyed", harmless = "unharmed", price = "points", strength = "hp",
  },
}
