-- Air landings (section 12): when airborne troops arrive, how many squares of paratroops land, and whether a glider
-- lands.

local words = require "words"

local CHAPTER, SECTION = "Air landings", "12 Air Landings"

-- Each missing point delays the arrival by a move.
local arrival = roll {
  id = "TRR-39", name = "airborne-arrival", chapter = CHAPTER, title = "the move in which airborne troops arrive",
  section = SECTION,
  numbers = "the move 1, 2, ...", expectations = {{"move", "mean move of arrival"}},
  dice = {d10},
  resolve = function(s, die)
    local move = 1 + max(words.value "arrival" - die, 0)
    return move, {move = move}
  end,
}

-- Each square has its own die for the terrain and one for the markers of its transport, which needs twice the markers
-- or more (R-27). If the transport is shot down, one test replaces both. Clear ground under an undamaged transport
-- needs none.
local function tests_of(s)
  if s.aborted then return {words.value "para-aborted"} end
  local tests, lost_to = {}, tables.landing_losses[s.terrain].lost_to
  if lost_to > 0 then tests[#tests + 1] = lost_to + 1 end
  if s.markers > 0 then
    tests[#tests + 1] = words.value "para-marker" * s.markers + (s.para_need == "more-than" and 1 or 0)
  end
  return tests
end

local function tests_line(tests)
  if #tests == 0 then return "Every square lands" end
  if #tests == 1 then return ("A square lands on %d or more"):format(tests[1]) end
  return ("A square lands on %d or more and then %d or more"):format(tests[1], tests[2])
end

-- A square passes every test, or none of it lands. Tests are thrown together, because it does not matter which fails.
local function passes(tests, ...)
  for i, die in ipairs {...} do
    if die < tests[i] then return false end
  end
  return true
end

local paradrop = chain {
  id = "TRR-40", name = "paradrop", chapter = CHAPTER, title = "how many paratroop squares land", section = SECTION,
  rulings = "R-27",
  parameters = {
    {"terrain", choice {"clear", "hedge", "wood", "built-up", "water"}, "the ground under the squares",
     default = "clear"},
    {"markers", whole(0, 2), "markers on the transport", default = 0},
    {"aborted", flag, "the transport is shot down; nothing else matters"},
    {"squares", whole(1, 10), "squares dropped", default = 1},
    {"para-need", choice {"at-least", "more-than"}, "what twice the markers means for the second die",
     default = "at-least"},
  },
  numbers = "squares landed 0, 1, ...", undecided = false,
  expectations = {{"landed", "mean number of squares that land"}},
  prepare = function(s) s.tests = tests_of(s) end,
  state = {tested = whole(0, 10), landed = whole(0, 10)},
  outcome = function(s, now) return now.tested == s.squares and now.landed or nil end,
  dice = function(s) return {dice(#s.tests, d10)} end,
  step = function(s, now, ...)
    local lands = passes(s.tests, ...) and 1 or 0
    now.tested, now.landed = now.tested + 1, now.landed + lands
    return false, {landed = lands}
  end,
  thrown = "a figure that jumps", told = {landed = "figures landed"},
  explain = function(s) return tests_line(s.tests) end,
}

-- A glider needs a square of clear ground to land on. The missing length and width are added, and each missing
-- centimetre makes the roll harder (R-28). "Crashed" covers being shot down and landing badly: the book makes no
-- difference for those aboard.
local glider = roll {
  id = "TRR-41", name = "glider", chapter = CHAPTER, title = "a glider lands", section = SECTION, rulings = "R-28",
  parameters = {
    {"short-a", whole(0, 20), "the length in cm that the clear ground lacks", default = 0},
    {"short-b", whole(0, 20), "the width in cm that it lacks", default = 0},
    {"markers", whole(0, 2), "markers on the glider", default = 0},
    {"aborted", flag, "the glider is shot down"},
  },
  outcomes = {"landed", "crashed"}, expectations = {{"landed", "probability that it lands"}},
  prepare = function(s)
    s.needed = words.value "glider" + (s.short_a + s.short_b) * words.value "glider-short"
      + s.markers * words.value "glider-marker"
  end,
  dice = function(s) return s.aborted and {} or {d10} end,
  resolve = function(s, die)
    if s.aborted or die < s.needed then return "crashed" end
    return "landed", {landed = 1}
  end,
  explain = function(s) return s.aborted and {} or ("It lands on %d or more"):format(s.needed) end,
}

return {procedures = {arrival, paradrop, glider}}
