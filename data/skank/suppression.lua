-- "Suppression Fire", "Burning the Clip": a figure is suppressed if its test of ability fails; vehicles cannot be.

local words, ability, tries = require "words", require "ability", require "tries"

-- Submachine guns and assault rifles suppress only by burning the clip: one die for the whole area, without modifiers
-- (R12). A building makes the test easier.
local function prepare(s)
  local building = s.building and words.modifier_of "suppressed-building" or 0
  local passes = ability.faces(s.target, s.ability, s.modifier + building)
  tries.prepare(s, s.targets, {passes}, "failures", s.weapon.clip and words.value_of "clip-suppression" or nil)
end

local suppression = chain {
  id = "SKANK-04", name = "suppression", chapter = "Fire phase",
  title = "how many figures of an area are suppressed",
  section = "Fire Phase: Suppression Fire, Burning the Clip", rulings = "R3 R12",
  parameters = words.joined(
    {words.weapon("suppression", "light-mg", "the weapon that suppresses")},
    ability.tester("target", "the targets", "ability of the targets, in place of the troop's"),
    {
      words.number("targets", "figures in the area", 1, 50, 1),
      {"building", flag, "the targets are inside a building"},
      words.modifier("modifier", "added to the ability roll"),
    }),
  numbers = "figures suppressed 0, 1, ... targets", undecided = false,
  expectations = {{"suppressed", "mean number of figures suppressed"}},
  prepare = prepare,
  state = tries.STATE, start = tries.start, outcome = tries.all, dice = tries.dice, kind = tries.kind,
  step = function(s, now, ...) return false, {suppressed = tries.add(s, now, ...)} end,
  thrown = "a try", told = tries.TOLD,
}

-- Two weapons that suppress each other roll against each other. The lower die suppresses the other side; equal dice are
-- rolled again by default (R13).
local CONTEST = {"a-suppressed", "b-suppressed", "both-suppressed", "neither"}
local OF_TIES = {reroll = 0, both = 3, neither = 4}

local contest = chain {
  id = "SKANK-05", name = "suppression-contest", chapter = "Fire phase", title = "two weapons suppress each other",
  section = "Fire Phase: Suppression Fire", rulings = "R13",
  parameters = {{"ties", choice {"reroll", "both", "neither"}, "the effect of equal dice", default = "reroll"}},
  outcomes = CONTEST, undecided = "a-suppressed",
  state = ability.ROLLING,
  outcome = function(s, now) return CONTEST[now.result] end,
  dice = {d10, d10},
  step = function(s, now, a, b)
    return ability.roll_off(now, a, b, {a_lower = 2, b_lower = 1, tie = OF_TIES[s.ties]})
  end,
  thrown = "the roll-off", told = {},
}

return {suppression = suppression, contest = contest}
