-- Fire at infantry and soft targets, for every rule that uses the casualty table: section 7 "Final Fire Factors",
-- "Casualty Table", "Allocating Casualties".

local words = require "words"

local soft_fire = {}

soft_fire.CHAPTER = "Fire at soft targets"
soft_fire.OUTCOMES = {"out-of-range", "ineffective"}
soft_fire.NUMBERS = "casualties 0, 1, ..."

-- A figure that is hit twice is lost once. Of n figures, h hits lose n (1 - (9/10)^h) on average ("Allocating
-- Casualties"): a whole number of these parts of a figure for up to 8 hits.
local FIGURE_PARTS, HITS_MOST = 100000000, 8

soft_fire.EXPECTATIONS = {
  {"hits", "mean number of casualties"},
  {"figures-lost", "mean number of figures lost; several hits on one figure count once", parts = FIGURE_PARTS},
  {"soft-markers", "mean number of markers on soft transport or a deployed gun"},
}

soft_fire.TARGET = {words.COVER, words.OFF_RIGHT, words.TARGET_FIGURES}

-- Final Fire Factors. All shifts are added before the basic factor's column C moves once, so a shift to the left can
-- offset one to the right. Left of A stays in A; right of E is ineffective, 0 (R-05). Factors above 16 use the last row
-- (R-06), results above 15 the casualty table's last.

local COLUMNS, COLUMN_C = {"a", "b", "c", "d", "e"}, 3

local function final_factor(basic, shift, off_right)
  local column = COLUMN_C + shift
  if basic < 1 or column > #COLUMNS and off_right == "ineffective" then return 0 end
  local row = tables.fire_factors[tostring(min(basic, 16))]
  return min(row[COLUMNS[clamp(column, 1, #COLUMNS)]], 15)
end

-- Fire with its factor, which is a row of the casualty table. The shift of the cover is part of `shift`.
function soft_fire.of(basic, shift, off_right)
  local factor = final_factor(basic, shift, off_right)
  return {basic = basic, shift = shift, factor = factor, row = soft_fire.row(factor), die_modifier = 0}
end

soft_fire.OUT_OF_RANGE = {out_of_range = true, factor = 0, row = {}}

function soft_fire.cover_shift(cover)
  return tables.cover[cover].shift
end

-- Casualty Table: the casualties of a factor, by the die.
function soft_fire.row(factor)
  local casualties = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
  if factor < 1 then return casualties end
  local row = tables.casualties[tostring(min(factor, 15))]
  for die = 1, 10 do casualties[die] = row["die_" .. die] end
  return casualties
end

-- A die below 1 after its modifier has no effect, whatever the factor; one above 10 counts as 10 (R-08).
function soft_fire.casualties(row, die)
  return row[min(die, 10)] or 0
end

-- Allocating Casualties. Figures are lost as if each casualty hit one of ten positions, where a repeated one is
-- absorbed (R-13).
local function figures_lost(hits, figures)
  local spared = FIGURE_PARTS
  for _ = 1, min(hits, HITS_MOST) do spared = spared // 10 * 9 end
  return figures * (FIGURE_PARTS - spared)
end

-- Markers on soft transport are the hits of one firing divided by two, rounded down (R-12).
function soft_fire.gains(hits, figures)
  return {
    hits = hits, ["figures-lost"] = figures_lost(hits, figures),
    ["soft-markers"] = hits // words.value "hits-per-marker",
  }
end

-- One D10 on the casualty table, unless the fire can have no effect. Range is tested first: fire that is out of range
-- and ineffective is out of range.

function soft_fire.dice(s)
  return s.fire.factor > 0 and {d10} or {}
end

-- What a fire with a factor of 0 is.
function soft_fire.without_effect(fire)
  return fire.out_of_range and "out-of-range" or "ineffective"
end

function soft_fire.resolve(s, die)
  if s.fire.factor == 0 then return soft_fire.without_effect(s.fire) end
  local hits = soft_fire.casualties(s.fire.row, die + s.fire.die_modifier)
  return hits, soft_fire.gains(hits, s.target_figures)
end

local function columns_words(shift)
  if shift == 0 then return "" end
  return (", %s to the %s"):format(words.counted(abs(shift), "column"), shift < 0 and "left" or "right")
end

function soft_fire.line(fire)
  if fire.out_of_range then return "No fire: out of range" end
  local effect = fire.factor > 0 and ("row %d of the casualty table"):format(fire.factor) or "ineffective"
  return ("Basic factor %d%s: %s%s"):format(fire.basic, columns_words(fire.shift), effect,
    words.on_the_die(fire.die_modifier))
end

-- A procedure that ends there.
function soft_fire.procedure(more)
  return roll(words.with({
    chapter = soft_fire.CHAPTER, outcomes = soft_fire.OUTCOMES, numbers = soft_fire.NUMBERS,
    expectations = soft_fire.EXPECTATIONS, dice = soft_fire.dice, resolve = soft_fire.resolve,
    explain = function(s) return soft_fire.line(s.fire) end,
  }, more))
end

return soft_fire
