-- MBT-16, a duel of two stands: a battle of one against one at a constant range ("The Turn Sequence").

local words, fight = require "words", require "fight"

-- Nothing recovers, so engagements of stands whose states no result can change go on for ever: a stalemate. The count
-- is of rounds, two in a turn, because a duel can end between them.
return duel {
  id = "MBT-16", chapter = "Fights",
  title = "two stands engage each other until one is out or neither can change anything",
  section = "The Turn Sequence, Conducting Engagement, Results of Engagement", rulings = "M1 to M11, M15",
  notes = "Two equal ARMOUR stands can never break each other, because a difference of two causes cannot arise; that "
    .. "duel is a stalemate. With accumulate=step they can.",
  parameters = words.joined(fight.SIDES, {fight.turns(0)}),
  leaves_out = {"pin-limit", "break-limit"},
  outcomes = {"a-wins", "b-wins", "both-out", "stalemate"}, stalemate = "stalemate",
  expectations = {{"rounds", "mean number of rounds played; two make a turn"}}, counts_activations = true,
  explain = function(field, a, b, range, order, asked)
    return fight.lines(field, a.stand, b.stand, range, asked.turns)
  end,
}
