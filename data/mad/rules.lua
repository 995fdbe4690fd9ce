-- Micro Armour Devastation.

local words = require "words"
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

-- Limits that no printed number is near. They catch typing errors.
local NUMBER, DAMAGE, POINTS, HIT_POINTS = whole(-99, 99), whole(0, 1000), whole(0, 100000), whole(1, 10000)
local LENGTH = whole(0, 100000)
local TO_HIT = {NUMBER, blank = "-"}
local ARTILLERY = {name = text, radius_mm = whole(0, 1000), damage = DAMAGE, points = POINTS}

return {
  tables = {
    weapons = {
      name = text, brackets = TO_HIT, anti_infantry = flag, damage = DAMAGE, points = POINTS, anti_aircraft = flag,
      -- The machine gun that every vehicle has; the weapon of mines.
      rows = {"small-arms", "infantry-support", others = true},
    },
    modifiers = {
      modifier = NUMBER,
      rows = {"infantry-target", "cover-vehicle", "cover-infantry", "fortification", "moving", "airborne",
              "opportunity"},
    },
    levels = {damage_percent = whole(0, 1000), rows = {"miss", "single", "double", "critical"}},
    values = {
      value = whole(0, 1000),
      rows = {"infantry-damage-percent", "fixed-mount-price-percent", "at-grenades-points", "at-grenade-damage",
              "at-grenade-failure", "minefield-target-number", "fort-reduction-damage", "fort-value-lowest",
              "deviation-step-mm", "observer-correction-mm", "template-radius-max-mm", "hitech-at-grenades-points",
              "hitech-speed-points-per-100mm"},
    },
    movement = {name = text, target = choice {"vehicle", "infantry"}, distance_mm = whole(0, 10000), points = POINTS},
    units = {
      name = text, nation = row "nations", hp = HIT_POINTS, weapons = text, mobility = row "movement",
      points = {POINTS, blank = "#"},
    },
    spotting = {brackets = TO_HIT, rows = {"ww2", "hitech"}},
    spotters = {name = text, allowance_m = whole(0, 100000), always_moving = flag},
    spotting_modifiers = {modifier = NUMBER, rows = {"target-moving", "cover", "fortification", "spotter-moving"}},
    chances = {percent = whole(0, 100), rows = {"passenger-loss", "line-of-sight"}},
    artillery = ARTILLERY,
    artillery_to_hit = {
      to_hit = NUMBER,
      rows = {"vehicle-open", "vehicle-cover", "vehicle-prepared", "infantry-open", "infantry-cover",
              "infantry-prepared"},
    },
    aircraft_weapons = {
      name = text, gun = flag, rocket = flag, small_arms = flag, anti_aircraft = flag, high_altitude = flag,
      brackets = TO_HIT, damage = DAMAGE, points = POINTS,
    },
    air_modifiers = {
      modifier = NUMBER,
      rows = {"turret", "side", "head-on", "manoeuvre", "hard-turn", "ground-target", "ground-infantry",
              "ground-cover"},
    },
    air_values = {
      value = whole(0, 10000),
      rows = {"bomb-template-lbs", "bomb-damage", "bomb-template-points", "template-radius-mm", "scatter-step-mm",
              "speed-mm-per-point", "aa-small-arms-range-m"},
    },
    air_criticals = {from = whole(1, 10), to = whole(1, 10), rows = {"engine-hit", "crew-hit", "break-up"}},
    turns = {id = whole(1, 99), radius_mm = LENGTH, points = POINTS},
    fire_arcs = {
      name = text, arc_degrees = {whole(1, 360), blank = "-"}, corridor_mm = {whole(1, 100000), blank = "-"},
      rows = {"fixed", "turret", "limited"},
    },
    manoeuvres = {name = text, move_cost_mm = LENGTH, on_the_table = text, class = {whole(0, 99), blank = "-"}},
    aircraft = {
      name = text, theatre = row "theatres", min_speed_mm = LENGTH, top_speed_mm = LENGTH, acceleration_mm = LENGTH,
      turn = row "turns", hp = HIT_POINTS, manoeuvre_rating = whole(0, 99), weapons = {text, blank = "-"},
      bomb_load_lbs = {whole(0, 1000000), blank = "-"}, torpedo = flag, points = {POINTS, blank = "?"},
    },
    hitech_weapons = {
      name = text, anti_infantry = flag, class = choice {"gun", "energy", "missile"}, brackets = TO_HIT,
      damage = DAMAGE, infantry_damage = {DAMAGE, blank = "-"}, excluded = {text, blank = "-"}, points = POINTS,
      rows = {"infantry-support", others = true},
    },
    hitech_modifiers = {
      modifier = NUMBER,
      rows = {"infantry-target", "cover", "fortification", "moving", "airborne", "walker-open", "opportunity", "ecm",
              "missile-protection", "shield"},
    },
    hitech_artillery = ARTILLERY,
    hitech_movement = {name = text, target = choice(words.TYPES), distance_mm = whole(0, 10000)},
    hitech_armour = {name = text, hp = HIT_POINTS},
    hitech_equipment = {name = text, points = POINTS},
  },
  check = require "check",
  units = "units", more_cards = "aircraft", weapons = "weapons",
  procedures = all({
    direct_fire.direct_fire, repeated_fire.volley, repeated_fire.shots_to_kill, direct_fire.unit_fire,
    require "duel", sequence.initiative, spotting.spotting, infantry.at_grenade, infantry.passengers,
    spotting.line_of_sight,
    mines.minefield, mines.minefield_crossing, mines.fort_reduction,
    artillery.deviation, artillery.coverage, artillery.hit, artillery.attack,
  }, hitech.procedures, air.procedures, air_to_ground.procedures, points.procedures),
  battle = require "battle",
  -- `unharmed` is not a hit. Every other outcome is a hit, which may damage without destroying. Modifiers and damage
  -- distinguish only two classes of targets, so two vehicles with equal hit points are the same target.
  fire = {
    procedure = "unit-fire", unit = {unit = "id"}, target = {target = "id"}, range = "range",
    each = "mount", shots = function(s) return #s.attacks end,
    about = "The target has all its hit points; damage beyond them counts, too.",
    damage = "damage", killed = "destroyed", harmless = "unharmed", price = "points", strength = "hp",
    class = function(unit) return direct_fire.is_infantry(unit) and "infantry" or "vehicle" end,
  },
  prices = {units = points.price_of_unit, aircraft = points.price_of_aircraft},
  card = require "cards",
}
