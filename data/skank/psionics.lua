-- Psionics. A psionist chooses the rating of an attack: the higher it is, the harder is the roll. The rating gate of
-- weapons applies to it (R8).

local words, hit, ability, tries = require "words", require "hit", require "ability", require "tries"

-- Psionics 1, 3, 6; Overkill.

-- The rating difference helps the damage roll; no troop's bonus matters (R32). A psionic attack never kills outright:
-- it takes one wound of a figure, or a damage roll of a vehicle.
local function prepare_attack(s)
  local rating = s.target_rating or s.target.rating
  s.finds = words.faces(s.ability, 0)
  s.affects = words.faces(tables.psionics["rating-" .. s.rating].number, 0)
  s.saves = words.faces(words.value_of "psionic-save", 0)
  s.hit = hit.made(s.target, {
    is_effective = s.rating >= rating, kills = false, damage_modifier = s.damage_modifier - (s.rating - rating),
    wounds = s.target_wounds or words.wounds_of(s.target), instant = "kill",
  })
end

-- The lines follow the order of the dice, without those that this attack does not have.
local function explain_attack(s)
  local lines = {}
  local function add(format, faces) lines[#lines + 1] = format:format(faces, words.FACES) end
  if s.scan then add("the scan finds the target with %d of %d faces", s.finds) end
  add("the attack works with %d of %d faces", s.affects)
  if s.target_psionist then add("the target saves with %d of %d faces", s.saves) end
  return words.and_also(lines, hit.explain(s.hit))
end

local attack = roll {
  id = "SKANK-12", name = "psionic-attack", chapter = "Psionics", title = "a psionic attack",
  section = "Psionics 1, 3, 6; Overkill", rulings = "R2 R3 R8 R32",
  parameters = {
    words.number("rating", "rating chosen for the attack", 1, 8, 1),
    words.unit("target", "figure or vehicle attacked"),
    words.TARGET_RATING, words.TARGET_WOUNDS,
    {"target-psionist", flag, "the target is a psionist and saves"},
    {"scan", flag, "the target must first be found by a scan"},
    words.number("ability", "the psionist's, for the scan", 0, 1000, 5),
    words.DAMAGE_MODIFIER,
  },
  outcomes = words.joined({"not-found", "fail", "saved", "no-effect", "wound", "killed"}, hit.DAMAGES),
  prepare = prepare_attack,
  dice = {dice(4, d10)},
  -- Found, worked, saved, then the rating: a failed step hides the later ones.
  resolve = function(s, scan_face, face, save_face, damage_face)
    if s.scan and scan_face > s.finds then return "not-found" end
    if face > s.affects then return "fail" end
    if s.target_psionist and save_face <= s.saves then return "saved" end
    return hit.result(s.hit, damage_face)
  end,
  explain = explain_attack,
}

-- Psionics 2: each attempt may heal one of the missing wounds of a figure. Without missing wounds there is none.
local heal = chain {
  id = "SKANK-13", name = "psionic-heal", chapter = "Psionics", title = "how many wounds a psionist heals",
  section = "Psionics 2", rulings = "R2 R3",
  parameters = {
    words.tries("attempts", "attempts to heal"),
    words.number("wounds", "wounds missing", 0, 1000, 2),
  },
  numbers = "wounds healed 0, 1, ... those missing", undecided = false,
  expectations = {{"healed", "mean number of wounds healed"}},
  prepare = function(s)
    tries.prepare(s, s.wounds > 0 and s.attempts or 0, {words.faces(words.value_of "psionic-heal", 0)}, "passes")
  end,
  state = tries.STATE, start = tries.start,
  outcome = function(s, now)
    if now.left == 0 or now.successes == s.wounds then return now.successes end
  end,
  dice = tries.dice, kind = tries.kind,
  step = function(s, now, ...) return false, {healed = tries.add(s, now, ...)} end,
  thrown = "a try", told = tries.TOLD,
}

-- Psionics 3: a test of the psionist's ability reveals what is hidden in an area.
local scan = roll {
  id = "SKANK-14", name = "psionic-scan", chapter = "Psionics", title = "a scan of a hidden area",
  section = "Psionics 3", rulings = "R2 R3",
  parameters = words.and_also(
    ability.tester("troop", "the psionist", "the psionist's ability, in place of the troop's"),
    words.modifier("modifier", "added to the roll")),
  outcomes = {"revealed", "hidden"},
  prepare = function(s) s.passes = ability.faces(s.troop, s.ability, s.modifier) end,
  dice = {d10},
  resolve = function(s, face) return face <= s.passes and "revealed" or "hidden" end,
}

-- Psionics 5, 6: a figure is stunned if its ability roll fails, and a psionist's save as well.
local function prepare_stun(s)
  local passes = {ability.faces(s.target, s.ability, s.modifier)}
  if s.target_psionist then passes[2] = words.faces(words.value_of "psionic-save", 0) end
  tries.prepare(s, s.targets, passes, "failures")
end

local stun = chain {
  id = "SKANK-15", name = "telekinetic-stun", chapter = "Psionics",
  title = "how many figures a telekinetic stun throws back", section = "Psionics 5, 6", rulings = "R2 R3",
  parameters = words.and_also(
    ability.tester("target", "the troop in the zone", "ability of the targets, in place of the troop's"),
    words.number("targets", "number of figures in the zone", 1, 200, 1),
    {"target-psionist", flag, "the targets are psionists and save"},
    words.modifier("modifier", "added to the ability roll")),
  numbers = "figures stunned 0, 1, ... targets", undecided = false,
  expectations = {{"stunned", "mean number of figures stunned"}},
  prepare = prepare_stun,
  state = tries.STATE, start = tries.start, outcome = tries.all, dice = tries.dice, kind = tries.kind,
  step = function(s, now, ...) return false, {stunned = tries.add(s, now, ...)} end,
  thrown = "a try", told = tries.TOLD,
}

return {procedures = {attack, heal, scan, stun}}
