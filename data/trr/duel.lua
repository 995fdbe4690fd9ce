-- A duel of two vehicles (section 8). The range stays the same: moving changes the numbers, not the distance.

local words = require "words"

local function moving(side)
  return {side .. "-moving", flag, side .. " moves every turn", aliases = {side .. "-moves", side .. "-moved"},
          phrases = {"standing still", "moving"}}
end

local function concealment(side)
  return words.with(words.concealment(side .. "-concealment", side .. "'s place"), {aliases = side .. "-cover"})
end

-- The names of the outcomes and averages are a contract: studies and scripts use them. A duel in which neither side can
-- score a marker any more is undecided at once: the book has no draw.
return duel {
  id = "TRR-42", chapter = "Anti-tank fire", title = "two vehicles fight a duel", section = "8 Anti-tank fire",
  rulings = "R-01, R-02, R-03, R-04, R-10, R-24",
  parameters = {
    {"a", row "units", "one vehicle"},
    {"b", row "units", "the other vehicle"},
    {"range", decimal(0), "distance in cm", default = 30, bracketed = true},
    {"first", choice {"initiative", "a", "b", "simultaneous"}, "who fires first in a turn", default = "initiative"},
    moving "a", moving "b",
    words.aspect("a-aspect", "the face of a towards b"), words.aspect("b-aspect", "the face of b towards a"),
    concealment "a", concealment "b",
    {"a-camouflaged", flag, "a is camouflaged"}, {"b-camouflaged", flag, "b is camouflaged"},
    words.ammo("a-ammo", "a's ammunition"), words.ammo("b-ammo", "b's ammunition"),
    words.strength("a-strength", "markers that destroy a"), words.strength("b-strength", "markers that destroy b"),
    words.DAMAGE_MODEL, words.DAMAGE_APPLIES, words.OVER_10,
  },
  -- No line moves, and the duel's own parameters say who moves and who is first.
  leaves_out = {"moving", "surface", "going", "extra", "first"},
  outcomes = {"p-a", "p-b", "p-mutual", "p-undecided"},
  stalemate = "p-undecided",
  expectations = {
    {"expected-turns", "mean number of turns until the duel is decided or can change no more"},
    {"destroyed-a", "probability that the duel ends with a destroyed"},
    {"destroyed-b", "probability that the duel ends with b destroyed"},
  },
  ends = function(at_a, at_b)
    return {["destroyed-a"] = at_a.is_destroyed and 1 or 0, ["destroyed-b"] = at_b.is_destroyed and 1 or 0}
  end,
  explain = function(field, a, b, range, order)
    return ("%s (a, strength %d) against %s (b, strength %d); %s"):format(a.unit.name, a.strength, b.unit.name,
      b.strength, order)
  end,
}
