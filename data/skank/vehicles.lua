-- Vehicle Descriptions: damage to vehicles and those aboard.

local words, hit, tries = require "words", require "hit", require "tries"

local function damage_parameters(help)
  return {words.CLASS, words.modifier("modifier", help)}
end

local vehicle_damage = roll {
  id = "SKANK-20", name = "vehicle-damage", chapter = "Vehicles", title = "one damage roll",
  section = "Vehicle Descriptions", rulings = "R2",
  parameters = damage_parameters "added to the damage roll",
  outcomes = hit.DAMAGES,
  prepare = function(s) s.damage = hit.damages(s.class, s.modifier) end,
  dice = {d10},
  resolve = function(s, face) return s.damage[face] end,
}

-- Several results hold together: a vehicle can lose its engine to one roll and its weapons to another. Rolls after its
-- destruction change nothing but are made: the question determines their number.
local damage_rolls = chain {
  id = "SKANK-21", name = "damage-rolls", chapter = "Vehicles", title = "several damage rolls together",
  section = "Vehicle Descriptions", rulings = "R2",
  parameters = words.and_also(damage_parameters "added to each damage roll",
    words.number("rolls", "damage rolls", 0, 10, 1)),
  outcomes = hit.STATES, undecided = false,
  expectations = {{"destroyed", "probability that the vehicle is destroyed"}},
  prepare = function(s)
    s.marks = {}
    for face, damage in ipairs(hit.damages(s.class, s.modifier)) do s.marks[face] = hit.marks_of(s.class, damage) end
  end,
  state = {rolled = whole(0, 10), marks = whole(0, hit.DESTROYED)},
  outcome = function(s, now)
    if now.rolled == s.rolls then return hit.state_of(now.marks) end
  end,
  dice = {d10}, kind = function(s, face) return s.marks[face] end,
  step = function(s, now, face)
    local before = now.marks
    now.rolled, now.marks = now.rolled + 1, hit.together(before, s.marks[face])
    return false, {destroyed = now.marks == hit.DESTROYED and before ~= hit.DESTROYED and 1 or 0}
  end,
  thrown = "a damage roll", told = {},
}

-- What happens to one person aboard after one damage roll. A wreck kills all aboard. A crash is one test of ability for
-- each occupant, and failed brakes one for each turn; the first failed one ends it. If a tank is knocked out, its crew
-- survives (R33).
local function after_damage(s, damage)
  if damage == "crash" then return 1 end
  return damage == "brakes" and s.brake_turns or 0
end

local crew_fate = chain {
  id = "SKANK-22", name = "crew-fate", chapter = "Vehicles", title = "one occupant after a damage roll",
  section = "Vehicle Descriptions", rulings = "R2 R3 R33",
  parameters = words.and_also(damage_parameters "added to the damage roll",
    words.number("ability", "of the occupant", 0, 1000, 5),
    words.tries("brake-turns", "turns without brakes")),
  outcomes = {"alive", "dead"}, undecided = false,
  prepare = function(s)
    s.damage, s.passes = hit.damages(s.class, s.modifier), words.faces(s.ability, 0)
  end,
  state = {is_damaged = flag, tests = whole(0, 1000), is_dead = flag},
  outcome = function(s, now)
    if now.is_dead then return "dead" end
    if now.is_damaged and now.tests == 0 then return "alive" end
  end,
  dice = {d10},
  kind = function(s, face) return s.damage[face] .. (face <= s.passes and " passed" or " failed") end,
  step = function(s, now, face)
    if now.is_damaged then
      now.tests, now.is_dead = now.tests - 1, face > s.passes
      return false
    end
    local damage = s.damage[face]
    now.is_damaged, now.is_dead, now.tests = true, damage == "wreck", after_damage(s, damage)
    return false
  end,
  thrown = "a roll for the crew", told = {tests = "tests of ability"},
}

-- A vehicle without brakes goes on as long as its driver passes a test of ability each turn.
local brakes = chain {
  id = "SKANK-23", name = "brakes", chapter = "Vehicles", title = "how long a vehicle without brakes lasts",
  section = "Vehicle Descriptions", rulings = "R2 R3",
  parameters = {
    words.number("ability", "of the driver", 0, 1000, 5),
    words.tries("turns", "turns to drive on"),
  },
  outcomes = {"still-moving", "crashed"}, undecided = false,
  prepare = function(s) tries.prepare(s, s.turns, {words.faces(s.ability, 0)}, "failures") end,
  state = tries.STATE, start = tries.start,
  outcome = function(s, now)
    if tries.until_one(s, now) then return now.successes > 0 and "crashed" or "still-moving" end
  end,
  dice = tries.dice, kind = tries.kind, step = tries.step,
  thrown = "a try", told = tries.TOLD,
}

-- Tank: the die of a thrown track is a test like any other, but neither result is a success.
local thrown_track = roll {
  id = "SKANK-24", name = "thrown-track", chapter = "Vehicles",
  title = "which way a tank with a thrown track cannot turn", section = "Vehicle Descriptions: Tank",
  outcomes = {"no-right-turn", "no-left-turn"},
  prepare = function(s) s.right = words.faces(words.value_of "track-right", 0) end,
  dice = {d10},
  resolve = function(s, face) return face <= s.right and "no-right-turn" or "no-left-turn" end,
}

return {procedures = {vehicle_damage, damage_rolls, crew_fate, brakes, thrown_track}}
