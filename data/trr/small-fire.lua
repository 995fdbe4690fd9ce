-- Fire of one section or weapon at soft targets (section 7), the casualty table alone, which figures are lost, and
-- snipers (section 13). Each makes a basic factor and a shift; soft-fire.lua does the rest.

local words, ranges, soft_fire = require "words", require "ranges", require "soft-fire"

local function shift(id, bracket)
  return tables.shifts[id][bracket]
end

local function for_moving_vehicle(s)
  return s.vehicle_moving and words.value "vehicle-moving-shift" or 0
end

-- Basic Small Arms Factors. A section should have one light machine gun: none costs a point, and further ones add up to
-- two.
local function small_arms_factor(s)
  local basic = s.figures + (s.mortar and words.value "light-mortar" or 0) + (s.bazooka and words.value "bazooka" or 0)
  if s.lmg == 0 then return basic + words.value "no-lmg" end
  return basic + min((s.lmg - 1) * words.value "extra-lmg", words.value "extra-lmg-most")
end

-- Submachine guns and self-loading rifles shift in addition to the range. The shift of submachine guns may replace that
-- of the range (R-07).
local function small_arms_shift(s, bracket)
  local range = s.smg_shift == "replace" and 0 or shift("range", bracket)
  local weapon = s.weapon ~= "rifle" and shift(s.weapon, bracket) or 0
  return soft_fire.cover_shift(s.cover) + range + weapon + for_moving_vehicle(s)
end

local small_arms = soft_fire.procedure {
  id = "TRR-07", name = "small-arms", title = "a section fires its small arms",
  section = "7 Basic Small Arms Factors, Fire modifiers", rulings = "R-05, R-07, R-12",
  parameters = words.join({
    {"figures", whole(1, 10), "figures that fire", default = 10},
    {"lmg", whole(0, 5), "light machine guns among them", default = 1},
    {"mortar", flag, "the section has a light mortar"},
    {"bazooka", flag, "the section has a Bazooka, PIAT or Panzerschreck that fires at nothing else"},
    {"weapon", choice {"rifle", "self-loading", "smg"}, "the weapon of most figures", default = "rifle"},
    {"smg-shift", choice {"add", "replace"},
     "the shift of submachine guns is added to that of the range, or replaces it", default = "add",
     only = "weapon=smg"},
    words.distance(20),
    {"vehicle-moving", flag, "the section fires from a vehicle on the move"},
  }, soft_fire.TARGET),
  brackets = function() return ranges.ends(tables.fire_ranges["small-arms"]) end,
  prepare = function(s)
    local bracket = ranges.bracket(tables.fire_ranges["small-arms"], s.distance)
    s.fire = bracket and soft_fire.of(small_arms_factor(s), small_arms_shift(s, bracket), s.off_right)
      or soft_fire.OUT_OF_RANGE
  end,
}

-- Factors for Support Weapons. A mounting of mixed calibres counts its barrels. The others are listed up to a number of
-- barrels, which the message has.

local BARRELS_LISTED = 4

local function most_barrels(mount)
  local most = BARRELS_LISTED
  while most > 1 and not mount["barrels_" .. most] do most = most - 1 end
  return most
end

local function support_factor(s)
  if s.mount == "multiple" then return s.barrels * words.value "multiple-barrel" end
  local mount = tables.support_weapons[s.mount]
  local most = most_barrels(mount)
  if s.barrels > most then
    refuse(("barrels=%d: mount=%s has 1 to %d barrels"):format(s.barrels, s.mount, most))
  end
  return mount["barrels_" .. s.barrels]
    or refuse(("barrels=%d: mount=%s has no factor for this number in support-weapons"):format(s.barrels, s.mount))
end

-- An auto cannon has its own brackets on any mounting.
local function support_ranges(s)
  if s.weapon == "auto-cannon" then return tables.fire_ranges["auto-cannon"] end
  return tables.fire_ranges[s.mount == "pivot" and "small-arms" or "tripod"]
end

-- The mounting is checked even if the target is out of range, so that a wrong count never passes.
local support_fire = soft_fire.procedure {
  id = "TRR-08", name = "support-fire", title = "a machine gun or auto cannon fires",
  section = "7 Factors for Support Weapons, Fire modifiers", rulings = "R-05, R-12",
  parameters = words.join({
    {"mount", choice {"pivot", "tripod", "multiple"}, "how the weapon is mounted", default = "tripod"},
    {"barrels", whole(1, 16), "barrels on the mounting", default = 1},
    {"weapon", choice {"mg", "auto-cannon"}, "machine guns or auto cannon", default = "mg"},
    words.distance(20),
    {"vehicle-moving", flag, "fired from a vehicle on the move"},
  }, soft_fire.TARGET),
  brackets = function(s) return ranges.ends(support_ranges(s)) end,
  prepare = function(s)
    local basic, bracket = support_factor(s), ranges.bracket(support_ranges(s), s.distance)
    s.fire = soft_fire.OUT_OF_RANGE
    if bracket then
      s.fire = soft_fire.of(basic, shift("range", bracket) + soft_fire.cover_shift(s.cover) + for_moving_vehicle(s),
        s.off_right)
    end
  end,
}

-- Final Fire Factors, Casualty Table. There is no cover: its shift is part of the given one.
local casualties = soft_fire.procedure {
  id = "TRR-09", name = "casualties", title = "a basic factor on the casualty table",
  section = "7 Final Fire Factors, Casualty Table", rulings = "R-05, R-06, R-08, R-12",
  parameters = {
    {"factor", whole(0, 60), "basic factor", default = 8},
    {"shift", whole(-6, 8), "columns to the right; below 0 to the left", default = 0},
    {"die-modifier", whole(-10, 0), "added to the die", default = 0},
    words.OFF_RIGHT, words.TARGET_FIGURES,
  },
  prepare = function(s)
    s.fire = words.with(soft_fire.of(s.factor, s.shift, s.off_right), {die_modifier = s.die_modifier})
  end,
}

-- Allocating Casualties. There are at most ten figures, so that each is a face of the die. A figure that is hit again
-- absorbs the shot. By default a die above their number is absorbed like a second hit; wrap counts round, and reroll
-- throws again until there is such a figure (R-13).

local function lost_of(now)
  local lost = 0
  for _, is_lost in ipairs(now.lost) do lost = lost + (is_lost and 1 or 0) end
  return lost
end

-- Specialists stand to the right, as the book counts figures.
local allocation = chain {
  id = "TRR-10", name = "allocation", chapter = soft_fire.CHAPTER,
  title = "which figures are lost by several casualties",
  section = "7 Allocating Casualties", rulings = "R-13",
  parameters = {
    {"hits", whole(0, 10), "casualties to allocate", default = 3},
    {"figures", whole(1, 10), "figures of the target", default = 10},
    {"specialists", whole(0, 10), "specialists among them, from the right", default = 0},
    {"excess", choice {"absorbed", "wrap", "reroll"}, "a die that shows more than the number of figures",
     default = "absorbed"},
  },
  numbers = "figures lost 0, 1, ...", undecided = false,
  expectations = {
    {"figures-lost", "mean number of figures lost"}, {"specialists-lost", "mean number of specialists among them"},
  },
  prepare = function(s)
    if s.specialists > s.figures then
      refuse(("specialists=%d: with figures=%d there are 0 to %d"):format(s.specialists, s.figures, s.figures))
    end
  end,
  state = {lost = array(10, flag), allocated = whole(0, 10)},
  outcome = function(s, now) return now.allocated == s.hits and lost_of(now) or nil end,
  dice = {d10},
  step = function(s, now, position)
    if position > s.figures and s.excess == "reroll" then return false end
    now.allocated = now.allocated + 1
    if position > s.figures and s.excess == "wrap" then position = (position - 1) % s.figures + 1 end
    if position > s.figures or now.lost[position] then return false end
    now.lost[position] = true
    return false, {["figures-lost"] = 1, ["specialists-lost"] = position <= s.specialists and 1 or 0}
  end,
  thrown = "a casualty", told = {allocated = "casualties allocated"},
}

-- Snipers. A sniper selects a figure: any casualty is a hit on that one. The fire has one range, and no bracket shifts
-- it.
local sniper = roll {
  id = "TRR-11", name = "sniper", chapter = soft_fire.CHAPTER, title = "a sniper fires at one figure",
  section = "13 Snipers", rulings = "R-05",
  parameters = {words.distance(30), words.COVER, words.OFF_RIGHT},
  outcomes = {"hit", "miss", "ineffective", "out-of-range"},
  expectations = {{"hits", "probability of a hit"}},
  brackets = function() return {words.value "sniper-cm"} end,
  prepare = function(s)
    s.fire = s.distance > words.value "sniper-cm" and soft_fire.OUT_OF_RANGE
      or soft_fire.of(words.value "sniper-factor", soft_fire.cover_shift(s.cover), s.off_right)
  end,
  dice = soft_fire.dice,
  resolve = function(s, die)
    if s.fire.factor == 0 then return soft_fire.without_effect(s.fire) end
    if soft_fire.casualties(s.fire.row, die) == 0 then return "miss" end
    return "hit", {hits = 1}
  end,
  explain = function(s) return soft_fire.line(s.fire) end,
}

return {procedures = {small_arms, support_fire, casualties, allocation, sniper}}
