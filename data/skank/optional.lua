-- Special and Optional Rules: spotting, morale, radiation; and the horses left after a battle.

local words, ability, tries = require "words", require "ability", require "tries"

-- A; Psionics 4. Infrared of a figure drops prone, woods, fog and ghillie; an invisibility field and a psionist's help
-- still count. Woods are +1 in the table and +2 in the book's example, hence a parameter (R26).

local function spotting_modifier(s)
  local total = s.modifier
  local function add(applies, id) if applies then total = total + words.modifier_of(id) end end
  add(s.invisible, "spot-invisible")
  add(s.psionist, "spot-psionist")
  if s.infrared == "troop" then return total end
  add(s.prone, "spot-prone")
  if s.woods then total = total + s.woods_modifier end
  add(s.fog, "spot-fog")
  add(s.ghillie, "spot-ghillie")
  return total
end

-- Vehicle infrared always spots (R27).
local function prepare_spotting(s)
  local passes = ability.faces(s.spotter, s.ability, spotting_modifier(s))
  tries.prepare(s, s.attempts, {s.infrared == "vehicle" and words.FACES or passes}, "passes")
end

local spotting = chain {
  id = "SKANK-29", name = "spotting", chapter = "Optional rules", title = "a hidden target is spotted",
  section = "Special and Optional Rules A; Psionics 4", rulings = "R2 R3 R26 R27",
  parameters = words.and_also(
    ability.tester("spotter", "the spotter", "ability of the spotter, in place of the troop's"),
    {"prone", flag, "target prone"},
    {"woods", flag, "target in a wooded area"},
    {"fog", flag, "fog or rain"},
    {"ghillie", flag, "target in a ghillie suit, or a ninja"},
    {"invisible", flag, "target in an invisibility field"},
    {"psionist", flag, "a psionist spots"},
    {"infrared", choice {"none", "troop", "vehicle"}, "infrared of the spotter", default = "none"},
    {"woods-modifier", whole(1, 2), "what woods add to the roll", default = 1,
     default_cell = "modifiers.spot-woods.modifier"},
    words.modifier("modifier", "added to the roll"),
    words.tries("attempts", "attempts to spot")),
  outcomes = {"hidden", "spotted"}, undecided = false,
  prepare = prepare_spotting,
  state = tries.STATE, start = tries.start,
  outcome = function(s, now)
    if tries.until_one(s, now) then return now.successes > 0 and "spotted" or "hidden" end
  end,
  dice = tries.dice, kind = tries.kind, step = tries.step,
  thrown = "a try", told = tries.TOLD,
}

local TEST = words.and_also(
  ability.tester("troop", "the troop whose ability is tested; a hero if one is attached",
                 "the ability, in place of the troop's"),
  words.modifier("modifier", "added to the roll"))

local function passes(s)
  return ability.faces(s.troop, s.ability, s.modifier)
end

-- H. A check needs losses of half the unit, and of at least one figure. The next check, at another quarter, is the same
-- question with other numbers.
local morale = roll {
  id = "SKANK-31", name = "morale", chapter = "Optional rules", title = "whether a unit holds after losses",
  section = "Special and Optional Rules H", rulings = "R2 R3",
  parameters = words.and_also(TEST,
    words.number("size", "figures at the beginning", 1, 10000, 10),
    words.number("losses", "figures lost", 0, 10000, 5)),
  outcomes = {"hold", "rout", "no-check"},
  prepare = function(s)
    s.checks = s.losses > 0 and 100 * s.losses >= words.value_of "morale-percent" * s.size
    s.passes = passes(s)
  end,
  dice = function(s) return s.checks and {d10} or {} end,
  resolve = function(s, face)
    if not s.checks then return "no-check" end
    return face <= s.passes and "hold" or "rout"
  end,
}

-- H. A routing unit tests once a turn until it rallies.
local rally = chain {
  id = "SKANK-32", name = "rally", chapter = "Optional rules", title = "whether a routing unit rallies",
  section = "Special and Optional Rules H", rulings = "R2 R3",
  parameters = words.and_also(TEST, words.tries("turns", "turns in which it may rally")),
  outcomes = {"routing", "rallied"}, undecided = false,
  prepare = function(s) tries.prepare(s, s.turns, {passes(s)}, "passes") end,
  state = tries.STATE, start = tries.start,
  outcome = function(s, now)
    if tries.until_one(s, now) then return now.successes > 0 and "rallied" or "routing" end
  end,
  dice = tries.dice, kind = tries.kind, step = tries.step,
  thrown = "a try", told = tries.TOLD,
}

-- G. A figure whose ability roll succeeds is warned, and leaves or stays depending on the policy (R29). All others
-- sicken after 2d6 turns.
local radiation = roll {
  id = "SKANK-33", name = "radiation", chapter = "Optional rules", title = "a figure enters an irradiated area",
  section = "Special and Optional Rules G", rulings = "R2 R3 R29",
  parameters = words.and_also(TEST,
    {"policy", choice {"leave", "stay"}, "the reaction of a warned figure", default = "leave"}),
  outcomes = {"safe", "#"}, numbers = "safe, or turns until the figure sickens, 2 to 12",
  prepare = function(s) s.passes = passes(s) end,
  dice = {d10, d6, d6},
  resolve = function(s, face, first, second)
    if s.policy == "leave" and face <= s.passes then return "safe" end
    return first + second
  end,
}

-- Vehicles: Horses and other Riding Beasts. After a battle, horses whose riders were slain are rolled for one by one.
-- The table has the chance in percent.
local horse_survival = chain {
  id = "SKANK-34", name = "horse-survival", chapter = "Optional rules",
  title = "how many horses of slain riders survive a battle",
  section = "Vehicles: Horses and other Riding Beasts",
  parameters = {words.number("horses", "horses of slain riders", 0, 200, 1)},
  numbers = "survivors 0, 1, ... horses", undecided = false,
  expectations = {{"survivors", "mean number of horses that survive"}},
  state = {counted = whole(0, 200), survivors = whole(0, 200)},
  outcome = function(s, now)
    if now.counted == s.horses then return now.survivors end
  end,
  dice = function() return {chance(100 - words.value_of "horse-percent", 100)} end,
  step = function(s, now, perishes)
    now.counted = now.counted + 1
    if perishes then return false end
    now.survivors = now.survivors + 1
    return false, {survivors = 1}
  end,
  thrown = "a horse", told = {survivors = "survivors"},
}

return {spotting = spotting, procedures = {morale, rally, radiation, horse_survival}}
