-- Ten Rounds Rapid.

local words, command = require "words", require "command"
local movement, high_explosive, flame = require "movement", require "high-explosive", require "flame"
local anti_tank, indirect_fire = require "anti-tank", require "indirect-fire"
local passengers, bunkers = require "passengers", require "bunkers"

-- Limits that no printed number is near. They catch typing errors.
local SCORE, CM, COUNT, DEFENCE = whole(-99, 99), whole(0, 1000), whole(0, 100), whole(0, 20)
local SOME_CM, SHIFT, FACTOR = decimal(0, 1000), whole(-4, 4), whole(1, 99)
local CONDUCT = choice(command.CONDUCTS)

-- In these a "-" has a meaning: no such mounting, irrelevant to that type of unit, no fire at that altitude, ground
-- where the type may not go.
local SCORE_OR_NONE, FACTOR_OR_NONE, COUNT_OR_NONE = {SCORE, blank = "-"}, {FACTOR, blank = "-"}, {COUNT, blank = "-"}

-- The numbers from 1 to n, as ids of rows.
local function numbers(n)
  local ids = {}
  for i = 1, n do ids[i] = tostring(i) end
  return ids
end

-- The same kind for several columns.
local function columns(names, kind, more)
  local made = {}
  for _, name in ipairs(names) do made[name] = kind end
  return words.with(made, more or {})
end

local function die_columns()
  local names = {}
  for face = 1, 10 do names[face] = "die_" .. face end
  return names
end

local BRACKETS = {"point_blank", "close", "medium", "long", "extreme"}
local TYPES = {"armour", "other"}

return {
  tables = {
    -- 7 Fire at soft targets.
    casualties = columns(die_columns(), whole(0, 4), {rows = numbers(15)}),
    fire_factors = columns({"a", "b", "c", "d", "e"}, FACTOR, {rows = numbers(16)}),
    shifts = columns(BRACKETS, SHIFT, {rows = {"range", "smg", "self-loading"}}),
    cover = {shift = SHIFT, rows = {"none", "light", "medium", "heavy", "total"}},
    fire_ranges = columns(BRACKETS, SOME_CM, {rows = {"small-arms", "tripod", "auto-cannon"}}),
    support_weapons = columns({"barrels_1", "barrels_2", "barrels_3", "barrels_4"}, FACTOR_OR_NONE,
      {rows = {"pivot", "tripod"}}),
    he_ranges = {upto_cm = SOME_CM, needed = whole(0, 99)},
    he_factors = {
      weapon = choice {"gun", "mortar", "rocket"}, upto_mm = {whole(1, 10000), blank = "-"}, factor = whole(1, 100),
    },
    -- 8 Anti-tank fire.
    gun_ranges = columns(BRACKETS, SOME_CM, {name = text}),
    at_brackets = columns(BRACKETS, SCORE, {rows = {"range", "ap", "hvap", "apds", "apcr"}}),
    at_modifiers = {
      modifier = SCORE,
      rows = {"firer-moving", "target-moving", "wood", "dug-in", "camouflaged", "flank", "rear", "soft"},
    },
    markers = {score = whole(1, 99), markers = whole(1, 99), rows = {"six", "seven", "eight", "nine", "ten"}},
    guns = {
      name = text, strike = whole(0, 20), class = row "gun-ranges", rows = {"petard", "stick-bomb", others = true},
    },
    ammunition = {gun = row "guns", ammo = choice {"ap", "hvap", "apds", "apcr"}},
    units = {
      name = text, nation = row "nations", defence = DEFENCE, gun = row "guns", movement = row "movement", kind = text,
      strength = whole(1, 5), assigned = text,
    },
    defences = {name = text, defence = DEFENCE},
    -- 4 Morale, 5 Observation, 6 Movement.
    grades = columns(TYPES, whole(0, 99), {rows = {"green", "normal", "elite"}}),
    motivation = columns(TYPES, SCORE_OR_NONE, {
      rows = {"advancing", "poor-visibility", "enemy-infantry", "no-company", "no-friends", "damage", "vehicles-lost",
              "enemy-armour", "officer-lost", "defences-plus", "defences-minus", "lost", "lost-now", "flame", "gas",
              "counter-battery"},
    }),
    motivation_results = {
      armour_from = SCORE_OR_NONE, other_from = SCORE_OR_NONE, line = CONDUCT, towed = CONDUCT, on_table = CONDUCT,
      off_table = CONDUCT, rows = {"over", "free", "hesitant", "shaken", "gap"},
    },
    location = columns({"open", "moving", "edge", "concealed", "test"}, SOME_CM, {
      needed = SCORE, rows = {"vehicle", "foot"},
    }),
    weather = {
      sight_percent = whole(0, 100), location_less_cm = SOME_CM, rows = {"clear", "moonlight", "mist", "fog"},
    },
    movement = {
      name = text, road_cm = CM, cross_country_cm = CM, poor = COUNT_OR_NONE, bad = COUNT_OR_NONE,
      impassable = COUNT_OR_NONE, linear = COUNT_OR_NONE, wire_most = COUNT_OR_NONE, rows = {"infantry", others = true},
    },
    obstacles = {penalties = whole(-8, 8), rows = {"normal", "large", "bocage", "cutter"}},
    speeds = {name = text, movement = row "movement"},
    -- 12 Aircraft, 13 Gas.
    aircraft = columns({"fighter_bomber", "light_dive_bomber", "medium_bomber", "heavy_bomber"}, whole(1, 100),
      {rows = {"1939-42", "1943-45", "1950-53"}}),
    aircraft_defences = {defence = SCORE, rows = {"glider", "single", "twin", "multi", "transport", "armoured"}},
    anti_aircraft = columns({"factor", "low", "medium", "high"}, SCORE_OR_NONE,
      {rows = {"target", "light-30", "light-40", "heavy"}}),
    aircraft_damage = {modifier = SCORE, rows = {"none", "one", "two"}},
    landing_losses = {lost_to = whole(0, 10), rows = {"clear", "hedge", "wood", "built-up", "water"}},
    gas = {modifier = whole(-10, 0), rows = {"open", "closed", "open-prepared", "closed-prepared"}},
    -- Fixed numbers of the text.
    values = {
      value = whole(-99, 1000),
      rows = {"no-lmg", "extra-lmg", "extra-lmg-most", "light-mortar", "bazooka", "vehicle-moving-shift",
              "multiple-barrel", "hits-per-marker", "he-shortest-cm", "he-moving", "he-shots", "he-shots-moving",
              "he-landing-cm", "flame-factor", "flame-manpack-cm", "flame-vehicle-cm", "flame-strike", "sniper-factor",
              "sniper-cm", "fire-spread-cm", "infantry-rate-printed-cm", "rally", "rout", "sight-cm", "light-fire-cm",
              "heavy-fire-cm", "repair-strike", "mine-step-cm", "mine-factor", "mine-strike", "slit-defence",
              "bunker-defence", "charge-strike", "rocket-380-strike", "artillery-die", "open-hit", "closed-hit",
              "request", "request-moving", "own-sight-moving", "jamming", "artillery-between", "other-battery",
              "previous-turn", "on-target", "over", "short", "right", "visible-scatter", "observed-scatter",
              "unobserved-scatter", "area-half-cm", "counter-location", "counter-bonus", "counter-turn",
              "counter-dug-in", "air-on-target", "air-over", "low-scatter-dice", "dive-scatter-dice",
              "medium-scatter-dice", "high-scatter-dice", "strafe-share", "abort", "crash", "arrival", "para-marker",
              "para-aborted", "glider", "glider-short", "glider-marker"},
    },
  },
  check = require "check",
  units = "units", weapons = "guns",
  -- In the order of their numbers.
  procedures = words.join(
    command.procedures, require "observation".procedures, movement.procedures, require "small-fire".procedures,
    {high_explosive.procedures[1], flame.flame_thrower, high_explosive.procedures[2], flame.ignite},
    require "drift".procedures, require "counter-battery".procedures, anti_tank.procedures,
    {passengers.passengers}, require "repair".procedures, indirect_fire.request_and_landing, indirect_fire.effects,
    require "mines".procedures, {passengers.bunker_slit, bunkers.bunker_charge}, require "gas".procedures,
    {bunkers.bunker_he}, require "aircraft".procedures, require "anti-aircraft".procedures,
    require "landings".procedures, {require "duel"}
  ),
  battle = require "battle",
  -- A vehicle's shot is that of its gun. The list has only vehicles, and as targets they differ only in defence.
  fire = {
    procedure = "anti-tank", unit = {gun = "gun"}, target = {unit = "id"}, range = "distance", about = "One shot.",
    damage = "markers", killed = "destroyed", harmless = {"no-effect", "out-of-range"}, strength = "defence",
    class = function() return "armour" end,
  },
  card = require "cards",
}
