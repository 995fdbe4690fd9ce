-- What the proved cells alone show about fire. If a cell of the chart is lost, the answer is two numbers: what holds
-- for any content of the cell, and what could hold at most.

local words, lost, column, fire = require "words", require "lost", require "column", require "fire"

-- A suppressed unit counts as pinned: markers are a ladder, and a unit has only the worst.
local EFFECTS = {
  {"any-effect", function(result) return result.marker > words.NONE or result.kills > 0 end},
  {"casualty", function(result) return result.kills > 0 end},
  {"pinned", function(result) return result.marker >= words.PINNED end},
  {"suppressed", function(result) return result.marker == words.SUPPRESSED end},
}

local function expectations()
  local list = {}
  for _, effect in ipairs(EFFECTS) do
    list[#list + 1] = {effect[1] .. "-low", "at least"}
    list[#list + 1] = {effect[1] .. "-high", "at most"}
  end
  return list
end

-- The order of severity is that of markers, and of kills among equal ones.
local function severity(result)
  return result.marker * 10 + result.kills
end

-- An unknown cell may hold a miss, or any marker with up to five kills.
local KILLS_MOST = 5
local MILDEST, WORST = 0, severity {marker = words.SUPPRESSED, kills = KILLS_MOST}

local function possible_results()
  local list = {{marker = words.NONE, kills = 0}}
  for marker = words.DISRUPTED, words.SUPPRESSED do
    for kills = 0, KILLS_MOST do list[#list + 1] = {marker = marker, kills = kills} end
  end
  return list
end

local POSSIBLE = possible_results()

-- With `monotone`, results never become milder when the roll or the column rises. So a cell lies between the greatest
-- proved result at the upper left and the least at the lower right. The row below the chart is proved as a whole.
local function span_of(chart, at, place)
  local least, most = MILDEST, WORST
  for other = words.BELOW, words.LAST do
    for one, result in ipairs(chart[other + 1]) do
      if result and other <= at and one <= place then least = max(least, severity(result)) end
      if result and other >= at and one >= place then most = min(most, severity(result)) end
    end
  end
  if least > most then return MILDEST, WORST end -- the proved cells contradict the assumption
  return least, most
end

-- Whether all results between the two have the effect, and whether any has it.
local function bound(has, least, most)
  local low, high = 1, 0
  for _, result in ipairs(POSSIBLE) do
    if severity(result) >= least and severity(result) <= most then
      if has(result) then high = 1 else low = 0 end
    end
  end
  return low, high
end

local function proved_chart()
  local chart = {}
  for one = words.BELOW, words.LAST do chart[one + 1] = lost.column({tables.proved}, one) end
  return chart
end

-- The gains of one cell. A known cell is exact, whatever its neighbours and the assumption.
local function gains_of(s, chart, place)
  local result, least, most, gains = chart[s.aim.column + 1][place], MILDEST, WORST, {}
  if s.monotone then least, most = span_of(chart, s.aim.column, place) end
  for _, effect in ipairs(EFFECTS) do
    local low, high = bound(effect[2], least, most)
    if result then
      low = effect[2](result) and 1 or 0
      high = low
    end
    gains[effect[1] .. "-low"], gains[effect[1] .. "-high"] = low, high
  end
  return gains
end

-- The bounds are from what is proved, so `data` has no effect.
local function prepare(s)
  local proved = {all = {tables.proved}, name = "proved"}
  s.aim = column.aim(proved, s)
  s.labels, s.gains = {}, {}
  if not s.aim.column then return end
  local chart = proved_chart()
  for place, result in ipairs(chart[s.aim.column + 1]) do
    s.labels[place] = result and fire.label(result.marker, result.kills) or "unknown"
    s.gains[place] = gains_of(s, chart, place)
  end
end

return roll {
  id = "ROOKIE-03", name = "fire-bounds", chapter = "Fire",
  title = "what the proved cells alone say about one function of fire", section = "Firing the Unit, Examples",
  rulings = "K1 K3",
  notes = "A casualty is at least one kill; pinned is a white or a blue marker, suppressed a blue one. An unknown cell "
    .. "may hold a miss, or any marker with up to five kills; with monotone=yes, only what lies between the proved "
    .. "cells around it. The parameter data has no effect.",
  parameters = words.and_also(column.FIRE,
    {"monotone", flag, "results never become milder when the roll or the column rises", default = "yes"}),
  outcomes = words.and_also(fire.OUTCOMES, "unknown"),
  numbers = "miss, d0, d1 ... of the proved cells; unknown",
  expectations = expectations(),
  prepare = prepare,
  dice = function(s) return s.aim.column and {d10} or {} end,
  resolve = function(s, face)
    if not face then return "miss" end
    return s.labels[face], s.gains[face]
  end,
  explain = function(s)
    if not s.aim.column then return column.explain(s.aim) end
    return ("Column %s; the text proves its known cells"):format(words.column_name(s.aim.column))
  end,
}
