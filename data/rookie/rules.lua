-- Rookie Rules. The charts were pictures and are lost: lost.lua has what stands in for them.

local words, column, fire, bounds = require "words", require "column", require "fire", require "bounds"
local armour, chances, melee, deck = require "armour", require "chances", require "melee", require "deck"
local command = require "command"

local PERCENT = whole(0, 100)

-- Results of special damage, those of vehicles and of bunkers.
local DAMAGE = choice {
  "none", "abandoned", "pinned", "stunned", "retire-1", "retire-2", "retire-3", "gun-destroyed", "one-function",
  "suppressed-1", "suppressed-2", "suppressed-3", "destroyed", "fire",
}

return {
  tables = {
    squads = {name = text, men = whole(1, 40), per_man = whole(1, 100)},
    modifiers = {
      modifier = whole(-100, 100), rows = {"switch", "leader-target", "camouflaged", "specialist", "training-a"},
    },
    values = {
      value = PERCENT,
      rows = {"out-of-command-divisor", "small-arms-penetration-range", "small-arms-penetration-factor",
              "squad-hit-percent", "machine-gun-hit-percent", "barrel-hit-percent", "aa-gun-hit-percent",
              "aircraft-base-percent", "aircraft-step-percent", "sniper-step-percent", "observe-base-percent",
              "dead-on", "unbog-regular", "unbog-special", "battle-move"},
    },
    attacks = {column = choice(words.COLUMNS), rows = {"overrun", "mines", "sniper"}},
    markers = {
      classes_slower = {whole(0, 3), blank = "-"}, command_radius = whole(0, 1000), rows = words.MARKERS,
    },
    armour = {
      single_weapon = whole(0, 10000), small_arms = {whole(0, 10000), blank = "-"}, rows = {"a", "b", "c", "d", "e"},
    },
    special_damage = {
      vehicle = DAMAGE, bunker = DAMAGE,
      rows = {"roll-0", "roll-1", "roll-2", "roll-3", "roll-4", "roll-5", "roll-6", "roll-7", "roll-8", "roll-9"},
    },
    -- Rolls 1 to n of 0 to 9 break a vehicle down (K2), so 9 is the maximum.
    breakdown = {regular = whole(0, 9), special = whole(0, 9), rows = {"marked", "mud", "rubble"}},
  },
  check = require "check",
  units = "squads",
  procedures = {
    column.procedure, fire.fire, bounds, fire.overrun, fire.mines, fire.sniper,
    armour.penetration, armour.special_damage, armour.breakdown, armour.unbog,
    chances.aircraft_arrival, chances.anti_aircraft, chances.artillery_drift,
    melee.melee, melee.melee_fight,
    chances.sniper_detection, chances.observe,
    deck.activation, deck.opening_run,
    command.markers, command.move_class, command.morale, command.leader_hit,
    require "duel",
  },
  battle = require "battle",
  -- Comparisons of many squads would fail on the proved cells alone, so they use the reconstruction. As targets, squads
  -- differ only in their men.
  fire = {
    procedure = "fire", unit = {men = "men", ["per-man"] = "per_man"}, target = {["target-men"] = "men"},
    range = "range",
    words = {"data=reconstruction"},
    about = "Fire of one squad at another.",
    damage = "kills", killed = "destroyed", harmless = "miss", strength = "men",
    class = function() return "squad" end,
  },
  card = require "card",
}
