local words = require "words"

-- Who fires first, and on the move (6.0 "Initiative", "Activation").
local function moves(side)
  return {side .. "-moves", flag, side .. " moves every turn", aliases = {side .. "-moving", side .. "-moved"},
          phrases = {"standing still", "moving"}}
end

local function opportunity(side)
  return {side .. "-opportunity", flag, side .. "'s shots are opportunity fire"}
end

local function at_grenades(side)
  return {side .. "-at-grenades", flag, side .. " has anti-tank grenades, and uses them on a vehicle in contact"}
end

-- A duel of two listed elements. Movement, opportunity and weapons of a side affect its own shots, and its cover the
-- enemy's. The range stays the same: moving changes the numbers, not the distance.
return duel {
  id = "MAD-05", chapter = "Direct fire", title = "two listed elements fight a duel",
  section = "6.0 Activation, Direct Fire, Opportunity Fire, A/T Grenades",
  rulings = "R-01 to R-13, R-25, R-38, R-41, R-42, R-49, R-51 to R-53",
  parameters = {
    {"a", row "units", "one element"},
    {"b", row "units", "the other element"},
    words.RANGE,
    {"first", choice {"a", "b", "initiative", "simultaneous"}, "who fires first in a turn", default = "initiative"},
    moves "a", moves "b",
    words.cover("a-cover", "cover of a"), words.cover("b-cover", "cover of b"),
    opportunity "a", opportunity "b",
    words.weapons("a-weapons", "the weapons of a that fire"), words.weapons("b-weapons", "the weapons of b that fire"),
    words.SMALL_ARMS,
    at_grenades "a", at_grenades "b",
    {"contact", flag, "base to base: no cover counts; the range is 0"},
    {"turns", whole(1, 1000000), "turns after which the duel ends, undecided", default = "unlimited",
     word = "unlimited"},
  },
  explain = function(field, a, b, range, order)
    return ("%s (a, %d hp) against %s (b, %d hp); %s"):format(a.unit.name, a.unit.hp, b.unit.name, b.unit.hp, order)
  end,
}
