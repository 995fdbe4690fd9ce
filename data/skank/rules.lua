-- Skank: rules for 25 mm skirmishes.

local words = require "words"
local volley, ability, suppression = require "volley", require "ability", require "suppression"
local area, indirect, optional, duel = require "area", require "indirect", require "optional", require "duel"

-- Limits that no printed number is near. They catch typing errors.
local NUMBER, COUNT, RATING, INCHES = whole(-99, 99), whole(0, 20), whole(0, 20), whole(0, 1000)
local AT_LEAST_ONE, ABILITY, MAYBE_INCHES = whole(1, 20), whole(0, 99), {INCHES, blank = "-"}
local RADIUS = {INCHES, blank = "-", word = "given"} -- given by the gamemaster
local OWN_WEAPON = {text, blank = "", optional = true}

local DAMAGES = choice {"wreck", "crash", "knocked-out", "engine", "weapons", "brakes", "track", "superficial"}

local function ratings(n)
  local ids = {}
  for i = 1, n do ids[i] = "rating-" .. i end
  return ids
end

return {
  tables = {
    troops = {
      name = text, ability = ABILITY, to_hit = NUMBER, attacks = COUNT, attacks_over_obstacle = COUNT,
      wounds = AT_LEAST_ONE, rating = RATING, melee = row "melee", move = {INCHES, blank = "varies"},
      weapon = OWN_WEAPON,
    },
    -- A square: the rows are the attackers, and the columns with the same ids are the targets.
    melee = {columns = {"melee", {ABILITY, blank = "N"}}},
    vehicles = {
      name = text, rating = AT_LEAST_ONE, large = flag, engine_disarms = flag, tires = {whole(1, 99), blank = "-"},
      move = INCHES, acceleration = INCHES, deceleration = INCHES, turn = text, weapon = OWN_WEAPON,
    },
    damage = {roll = whole(1, 10), columns = {"vehicles", DAMAGES}},
    weapons = {
      name = text, rating = RATING, max_range = MAYBE_INCHES, hit_modifier = NUMBER, damage_modifier = NUMBER,
      shots = AT_LEAST_ONE, kill_rating = {RATING, blank = "any"}, direct = flag, indirect = flag, suppression = flag,
      clip = flag, area = flag,
      rows = {"auto-grenade-launcher", others = true}, -- which has rules of its own
    },
    -- The bands of a weapon, from the inside out; the first one that reaches a target counts.
    areas = {
      weapon = row "weapons", radius = RADIUS, radius_indoors = RADIUS,
      targets = choice {"all", "figures", "vehicles"}, max_rating = {RATING, blank = "-"},
      roll = choice {"none", "fragments", "ability"}, effect = choice {"hit", "kill", "destroy"},
    },
    -- N means no shot, * a shot without a number (R1).
    fire = {
      brackets = {NUMBER, blank = "N", word = "*"},
      rows = {"stationary-stationary", "stationary-moving", "moving-stationary", "moving-moving"},
    },
    deviation = {upto = MAYBE_INCHES, tenths_per_pip = INCHES},
    -- The text has five damage tables, but the collision chart has six rows of ratings: homemade armour makes a rating
    -- 5 that no printed vehicle has.
    collisions = {
      one_roll = MAYBE_INCHES, two_rolls = MAYBE_INCHES, three_rolls = MAYBE_INCHES, totalled = MAYBE_INCHES,
      explodes_from = {whole(1, 10), blank = "-"}, repaired = flag, rows = ratings(6),
    },
    modifiers = {
      modifier = NUMBER,
      rows = {"cover", "prone", "building", "concealed", "invisible", "large", "mounted", "entering", "burning",
              "spotter", "tire", "disable", "suppressed-building", "spot-prone", "spot-woods", "spot-fog",
              "spot-invisible", "spot-ghillie", "spot-psionist"},
    },
    values = {
      value = whole(0, 100),
      rows = {"blind-fire", "clip-shots", "clip-suppression", "fragments", "satchel-radius", "grenades", "psionic-save",
              "psionic-heal", "track-right", "crash-fast", "crash-head-on", "crash-pile-up", "crash-immune",
              "run-over-immune", "fire-growth", "fire-hits", "morale-percent", "morale-again-percent",
              "horse-percent", "battle-move"},
    },
    psionics = {number = ABILITY, rows = ratings(8)},
  },
  check = require "check",
  units = "troops", more_units = "vehicles", weapons = "weapons",
  procedures = words.joined({
    require "direct-fire", volley.volley, volley.burn_clip, suppression.suppression, suppression.contest,
    ability.initiative, ability.test,
    indirect.fire, area.effect, indirect.attack, require "grenades",
  }, require "psionics".procedures, require "melee".procedures, {require "charge"}, require "vehicles".procedures,
    require "collisions".procedures, require "buildings".procedures, {optional.spotting, volley.tire_shot},
    optional.procedures, {duel.procedure}),
  battle = require "battle",
  duel = duel.adapter,
  -- Units fire their own weapons, as in duels and battles: a vehicle's weapon is mounted (R9), and its crew fires it.
  -- If only a weapon is named, shooter= determines its firer.
  fire = {
    procedure = "volley", unit = {shooter = "id", weapon = "weapon"}, more_unit = {weapon = "weapon", mounted = true},
    arms = "weapons", arms_among = "direct", arm = {weapon = "id"}, target = {target = "id"},
    each = "shots", alike = true, shots = function(s) return s.fires end,
    about = "By default, figures fire the weapon of their list, or a rifle; vehicles fire a mounted weapon, with a "
      .. "trained crew.",
    damage = "wounds", killed = "kill", harmless = {"0", "intact", "not-allowed"},
  },
  card = require "cards",
}
