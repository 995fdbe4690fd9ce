-- The two basic rolls: a test of ability ("Infantry Statistics"), and two dice of which the lower wins ("Who goes
-- first?"). Low is good.

local words = require "words"

local ability = {}

-- A given ability replaces the troop's.
function ability.faces(troop, given, modifier)
  return words.faces(given or troop.ability, modifier)
end

-- The parameters of a test.
function ability.tester(key, help, ability_help)
  return {words.troop(key, help), words.ability(ability_help)}
end

-- Both sides roll a die. Equal ones are thrown again, unless they are a result (R13).
ability.ROLLING = {result = whole(0, 4)} -- its place among the outcomes; 0: none yet

function ability.roll_off(now, a, b, results)
  now.result = a < b and results.a_lower or a > b and results.b_lower or results.tie
  return false
end

local INITIATIVE = {"a", "b", "tie"}

ability.initiative = chain {
  id = "SKANK-06", name = "initiative", chapter = "Turn sequence", title = "the side that goes first",
  section = "Let the Combat Begin: Who goes first?", rulings = "R13",
  parameters = {{"ties", choice {"reroll", "keep"}, "the effect of equal dice", default = "reroll"}},
  outcomes = INITIATIVE, undecided = "a",
  state = ability.ROLLING,
  outcome = function(s, now) return INITIATIVE[now.result] end,
  dice = {d10, d10},
  step = function(s, now, a, b)
    return ability.roll_off(now, a, b, {a_lower = 1, b_lower = 2, tie = s.ties == "keep" and 3 or 0})
  end,
  thrown = "the roll-off", told = {},
}

-- The test alone, for rules of a game that have no procedure of their own.
ability.test = roll {
  id = "SKANK-07", name = "ability", chapter = "Turn sequence", title = "a test of ability",
  section = "The Basics: Infantry Statistics", rulings = "R2 R3",
  parameters = words.and_also(
    ability.tester("troop", "the troop whose ability is tested", "the ability, in place of the troop's"),
    words.modifier("modifier", "added to the roll")),
  outcomes = {"pass", "fail"},
  expectations = {{"pass", "probability of a pass"}},
  prepare = function(s) s.passes = ability.faces(s.troop, s.ability, s.modifier) end,
  dice = {d10},
  resolve = function(s, face)
    if face > s.passes then return "fail" end
    return "pass", {pass = 1}
  end,
}

return ability
