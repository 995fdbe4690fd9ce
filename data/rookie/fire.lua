-- "Firing the Unit", "Firing Table", "Over Run", "Mines and Booby Traps", "Snipers": results of the firing chart.

local words, lost, column = require "words", require "lost", require "column"

local fire = {}

-- Results are spelled as on the chart, in small letters: d0 is a marker without a kill, n1 a kill without a marker.

fire.OUTCOMES = {"miss", "n#", "d#", "p#", "s#", "destroyed"}

function fire.label(marker, kills)
  if marker == words.NONE and kills == 0 then return "miss" end
  return ("ndps"):sub(marker + 1, marker + 1) .. kills
end

-- Both functions at one target use the same column. Markers do not add up, but kills do, up to the men present (K9).

local TARGET = {
  {"functions", whole(1, 2), "functions that fire at this target on this column", default = 1},
  {"target-men", whole(1, 100), "men of the target", default = 5, default_cell = "squads.standard.men"},
}

local function dice_of(s)
  return s.aim.column and {dice(s.functions, d10)} or {}
end

local function resolve(s, ...)
  local marker, kills = words.NONE, 0
  for _, face in ipairs {...} do
    local result = s.results[face]
    marker, kills = max(marker, result.marker), kills + result.kills
  end
  kills = min(kills, s.target_men)
  return kills == s.target_men and "destroyed" or fire.label(marker, kills), {kills = kills}
end

local function explain(s)
  return {
    column.explain(s.aim),
    ("%s at %s"):format(s.functions == 1 and "One function" or "Two functions", words.men(s.target_men)),
  }
end

local function procedure(more)
  local made = {
    chapter = "Fire", outcomes = fire.OUTCOMES,
    numbers = "miss; n, d, p, s (no marker, disrupted, pinned, suppressed) and the kills, as d1; destroyed",
    expectations = {{"kills", "mean number of men killed, of those present"}},
    remark = lost.remark, dice = dice_of, resolve = resolve, explain = explain,
  }
  for key, one in pairs(more) do made[key] = one end
  return roll(made)
end

local function look_up(s, aim)
  s.aim = aim
  s.results = aim.column and lost.whole_column(s.set, aim.column) or {}
end

fire.fire = procedure {
  id = "ROOKIE-02", name = "fire", title = "fire at a target with one function or two",
  section = "Firing the Unit, Firing Table, Modifiers", rulings = "K1 K3 K9 K13",
  parameters = words.and_also(column.FIRE, table.unpack(TARGET)),
  prepare = function(s)
    s.set = lost.of(s)
    look_up(s, column.aim(s.set, s))
  end,
}

-- Overruns and mines have a column from the text, and no firer.

local function attack_parameters(shift)
  return {words.shift("shift", shift), TARGET[1], TARGET[2], lost.data "proved", lost.ALLOW}
end

local function prepare_attack(id, shift)
  return function(s)
    s.set = lost.of(s)
    look_up(s, {column = column.shifted(words.column_of(tables.attacks[id].column), shift(s))})
  end
end

local function all_modifiers(s) return s.shift end

fire.overrun = procedure {
  id = "ROOKIE-04", name = "overrun", title = "a unit is overrun by armoured vehicles", section = "Over Run",
  rulings = "K1 K9 K13",
  parameters = attack_parameters "columns of modifiers; left is negative",
  prepare = prepare_attack("overrun", all_modifiers),
}

fire.mines = procedure {
  id = "ROOKIE-05", name = "mines", title = "a unit in a minefield", section = "Mines and Booby Traps",
  rulings = "K1 K9 K13",
  parameters = attack_parameters "columns of modifiers; left is negative",
  prepare = prepare_attack("mines", all_modifiers),
}

-- Snipers fire on the first column, and no modifier applies (K11).
fire.sniper = procedure {
  id = "ROOKIE-06", name = "sniper", title = "a sniper's fire", section = "Snipers", rulings = "K1 K9 K11 K13",
  parameters = attack_parameters "has no effect: snipers ignore every modifier",
  prepare = prepare_attack("sniper", function() return 0 end),
}

return fire
