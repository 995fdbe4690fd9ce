-- Flame-throwers at soft targets (section 7) and at what burns (section 10). anti-tank.lua has them against armour.

local words, soft_fire = require "words", require "soft-fire"

local function reach(s)
  return words.value("flame-" .. s.mount .. "-cm")
end

-- A bunker is total cover, which shifts a flame-thrower off the table, so that it would never have an effect. For a
-- bunker column E is used instead (R-05).
local function cover_of(s)
  if s.target == "soft" then return s.cover end
  if s.cover then refuse(("cover=%s: a bunker is total cover; leave cover out"):format(s.cover)) end
  return "total"
end

-- Range is by mounting, not by bracket: there are no range shifts. The basic factor of 16 is limited to 15 in column C.
local flame_thrower = soft_fire.procedure {
  id = "TRR-13", name = "flame-thrower", title = "a flame-thrower at a soft target or a bunker",
  section = "7 Flame-throwers; 10 Demolitions", rulings = "R-05, R-06, R-12",
  parameters = {
    words.FLAME_MOUNT, words.distance(4),
    {"target", choice {"soft", "bunker"}, "a soft target, or the occupants of a bunker", default = "soft"},
    words.with(words.COVER, {only = "target=soft"}),
    words.with(words.OFF_RIGHT, {defaults = {{"column-e", "target=bunker"}}}),
    words.TARGET_FIGURES,
  },
  brackets = function(s) return {reach(s)} end,
  prepare = function(s)
    local shift = soft_fire.cover_shift(cover_of(s))
    s.fire = s.distance > reach(s) and soft_fire.OUT_OF_RANGE
      or soft_fire.of(words.value "flame-factor", shift, s.off_right)
  end,
}

-- Demolitions. It is the only rule of the book that asks for odd or even.
local ignite = roll {
  id = "TRR-15", name = "ignite", chapter = soft_fire.CHAPTER,
  title = "a flame-thrower sets a building or a wood on fire", section = "10 Demolitions",
  outcomes = {"burning", "not-burning"},
  dice = {d10},
  resolve = function(s, die) return die % 2 == 1 and "burning" or "not-burning" end,
}

return {flame_thrower = flame_thrower, ignite = ignite}
