local words, lost, column, skirmish = require "words", require "lost", require "column", require "skirmish"

-- The column is that of all men without a marker, the best that the squad ever has.
local function side_words(name, set, by, at, range)
  local shooter = skirmish.shooter(set, by, at, range)
  local best = skirmish.column(shooter, by.men)
  return ("%s: %s of %d, %s at that range, column %s"):format(name, words.men(by.men), by.per_man,
    words.counted(by.men * shooter.factor, "firing factor"), best and words.column_name(best) or "none")
end

local ORDER = {
  cards = "cards are drawn for every phase", a = "a acts first in every phase", b = "b acts first in every phase",
}

local function policy_words(field, asked)
  local text = (field.policy == "rally" and "Squads rally before they fire" or "Squads always fire") .. "; "
    .. ORDER[asked.first]
  return asked.turns and ("%s, for at most %s"):format(text, words.counted(asked.turns, "phase")) or text
end

-- A duel of two squads, by the reconstruction. The deck has one card for each (K10). Both stay at their range and in
-- command, and check no morale.
return duel {
  id = "ROOKIE-24", chapter = "Duel", title = "two squads fight a duel, by the reconstruction",
  section = "The Sequence of the Game, Movement and Firing, Firing the Unit", rulings = "K1 K3 K9 K10 K13",
  notes = "Both squads stay at their range and in command, and check no morale.",
  parameters = {
    {"a", row "squads", "the squad of a, with its men and factors", default = "standard"},
    {"b", row "squads", "the squad of b, with its men and factors", default = "standard"},
    words.own_men("a-men", "a's men; squad: the number of the squad (5)"), words.own_men("b-men", "b's men"),
    words.own_per_man("a-per-man", "firing factor of each man; squad: that of the squad (3)"),
    words.own_per_man("b-per-man", "firing factor of each man"),
    words.cover("a-cover", "cover of a"), words.cover("b-cover", "cover of b"),
    words.shift("a-shift", "further columns of a's fire"), words.shift("b-shift", "further columns of b's fire"),
    {"range", decimal(0), "distance in inches", default = 20},
    {"first", choice {"initiative", "a", "b"}, "who acts first in a phase; initiative: one card each",
     default = "initiative"},
    skirmish.policy({"rally", "fire"}, "rally: functions remove markers before they fire", "rally"),
    {"phases", whole(0, 1000000), "phases after which the duel ends, undecided; 0: no limit", default = 0,
     word = "unlimited"},
    lost.data "reconstruction", lost.ALLOW,
  },
  -- Both policies are that of the field.
  leaves_out = {"policy", "speed"},
  -- Cards are drawn one after the other, so that squads never die together.
  outcomes = {"a-wins", "b-wins", "stalemate", "undecided"}, stalemate = "stalemate",
  expectations = {{"phases", "mean number of phases until the duel is decided or nobody can be killed"}},
  -- The average length of a duel with a limit would depend on the limit.
  expects = function(field, name, asked) return not asked.turns end,
  explain = function(field, a, b, range, order, asked)
    return {
      side_words("a", field.set, a, b, range), side_words("b", field.set, b, a, range), policy_words(field, asked),
    }
  end,
}
