-- "Firing the Unit", "Suggested Firing Values", "Modifiers": from men to a column of the firing chart.

local words, lost = require "words", require "lost"

local column = {}

-- Firer and target.
column.FIRE = {
  {"ff", whole(0, 1000), "firing factor, before range and command (men times per-man)", optional = true},
  {"men", whole(0, 40), "men who fire", default = 5, default_cell = "squads.standard.men", excludes = "ff"},
  {"per-man", whole(0, 100), "firing factor of each man", default = 3, default_cell = "squads.standard.per_man",
   excludes = "ff"},
  {"range", decimal(0), "distance in inches", default = 7},
  {"small-arms", flag, "range modifiers apply", default = "yes"},
  {"out-of-command", flag, "the firer is outside its leader's radius"},
  words.cover("cover", "the target's cover"),
  words.marker("firer", "the firer's marker", "steady"),
  {"switch", flag, "a second function at a different target"},
  {"leader-target", flag, "the target is an unattached leader"},
  words.shift("shift", "further columns; left is negative"),
  {"column", choice(words.COLUMNS), "the column before `shift`, in place of everything above except `shift`",
   optional = true},
  lost.data "proved", lost.ALLOW,
}

-- Columns are five factors wide: 1-5, 6-10 and so on. A factor below 1 cannot fire: it has no column.
local function of_factor(ff)
  return ff >= 1 and min(ceil(ff / 5), words.LAST)
end

-- Modifiers shift columns. Beyond either end the last column counts; the first is the one below the chart.
function column.shifted(from, shift)
  return clamp(from + shift, words.BELOW, words.LAST)
end

-- No shift can help a factor that is too low.
function column.of(ff, shift)
  local from = of_factor(ff)
  return from and column.shifted(from, shift)
end

-- Range modifiers are for squads, which means small arms. Other weapons have none, so no range is unknown for them.
local function range_of(set, s)
  if not s.small_arms then return {factor = 1, columns = 0} end
  return lost.range(set, s.range)
end

-- Under 8 inches doubles and out of command halves: everything is multiplied first, then the fraction is dropped (K3).
local function factor_of(s, doubled)
  local ff = s.ff or s.men * s.per_man
  return ff * doubled // (s.out_of_command and words.value "out-of-command-divisor" or 1)
end

-- The column of a question, with the factor and the columns of all modifiers together. A given column replaces
-- everything except `shift`.
function column.aim(set, s)
  if s.column then return {column = column.shifted(words.column_of(s.column), s.shift), shift = s.shift} end
  local range = range_of(set, s)
  local shift = s.shift + range.columns + lost.cover(set, s.cover) + lost.firer(set, words.marker_of(s.firer))
  if s.switch then shift = shift + words.modifier "switch" end
  if s.leader_target then shift = shift + words.modifier "leader-target" end
  local ff = factor_of(s, range.factor)
  return {column = column.of(ff, shift), ff = ff, shift = shift}
end

function column.explain(aim)
  if not aim.column then return ("%d firing factors: too few to fire"):format(aim.ff) end
  local name = words.column_name(aim.column)
  if not aim.ff then return "Column " .. name end
  return ("%d firing factors, %s %s: column %s"):format(aim.ff, words.counted(abs(aim.shift), "column"),
    aim.shift < 0 and "left" or "right", name)
end

-- It does not need the chart: the column is known even if its cells are not.
column.procedure = roll {
  id = "ROOKIE-01", name = "column", chapter = "Fire", title = "the column of the firing chart",
  section = "Firing the Unit, Suggested Firing Values, Modifiers", rulings = "K3 K13",
  parameters = column.FIRE,
  outcomes = words.and_also(words.COLUMNS, "none"),
  expectations = {
    {"ff", "firing factor after range, command and dropped fractions"},
    {"shift", "columns of all modifiers together; left is negative"},
  },
  expects = function(s, name) return name ~= "ff" or s.aim.ff ~= nil end,
  prepare = function(s)
    s.set = lost.of(s)
    s.aim = column.aim(s.set, s)
  end,
  remark = lost.remark,
  dice = {},
  resolve = function(s)
    return s.aim.column and words.column_name(s.aim.column) or "none", {ff = s.aim.ff or 0, shift = s.aim.shift}
  end,
  explain = function(s) return column.explain(s.aim) end,
}

return column
