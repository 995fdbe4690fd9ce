-- Vehicles: Collision and Damage, Vehicle Collision Chart. The effect of a crash on one of the vehicles in it; each
-- vehicle of a crash is a separate question. Then a figure in the way.

local words, hit, ability = require "words", require "hit", require "ability"

-- The ratings of all vehicles in the collision are added up, with more for speed and for a head-on crash. The sum is
-- looked up in the row of the vehicle's own rating.

local OTHERS = {"ones", "twos", "threes", "fours", "fives", "sixes"}

local function vehicles(key, help)
  return words.number(key, help, 0, 1000, 0)
end

local PARAMETERS = {words.CLASS, words.in_place("rating", "of the vehicle, in place of its class's", 1, 1000)}
for rating, key in ipairs(OTHERS) do
  PARAMETERS[#PARAMETERS + 1] = vehicles(key, "other vehicles of rating " .. rating)
end

-- Each vehicle at 18 inches or faster adds five, and head-on adds ten once, not for each vehicle (R21).
local function total_of(s, rating)
  local total = rating + s.fixed + words.value_of "crash-fast" * s.fast
  for of, key in ipairs(OTHERS) do total = total + of * s[key] end
  if s.pile_up then total = total + words.value_of "crash-pile-up" end
  if s.head_on then total = total + words.value_of "crash-head-on" end
  return total
end

-- Vehicles of rating 1, in any number, do not affect a heavy one; anything else in the crash cancels that.
local function is_immune(s, rating)
  local is_alone = s.fixed == 0 and not s.pile_up
  for of, key in ipairs(OTHERS) do is_alone = is_alone and (of == 1 or s[key] == 0) end
  return is_alone and rating >= words.value_of "crash-immune"
end

-- The chart has no such result if the cell is blank, however high the total.
local function reaches(total, lowest)
  return lowest ~= nil and total >= lowest
end

-- The chart prints 21-28 and 29+ in one cell for rating 5. The default assumes a lost line of three rolls between them;
-- rating-five=totalled takes the cell as printed. The column `repaired` marks that row. The book's example puts a total
-- of 7 into the row 8-10; the chart has it in 5-7 (R23).
local function consult(s, row)
  local is_three = reaches(s.total, row.three_rolls)
  s.is_totalled = reaches(s.total, row.totalled) or (is_three and row.repaired and s.rating_five == "totalled")
  s.explodes_from = row.explodes_from or words.FACES + 1
  s.rolls = is_three and 3 or reaches(s.total, row.two_rolls) and 2 or reaches(s.total, row.one_roll) and 1 or 0
end

-- The chart decides whatever the barrier: one much weaker than the vehicle has no rule of its own (R22). Ratings above
-- 6 use the last row (R25). A prow adds a roll even to none, but not to an immune or a totalled vehicle (R24).
local function prepare(s)
  local rating = s.rating or s.class.rating
  s.total, s.is_totalled, s.rolls, s.marks = total_of(s, rating), false, 0, {}
  for face, damage in ipairs(hit.damages(s.class, 0)) do s.marks[face] = hit.marks_of(s.class, damage) end
  if is_immune(s, rating) then return end
  consult(s, tables.collisions["rating-" .. min(rating, 6)])
  if s.prow then s.rolls = s.rolls + 1 end
end

-- One die is for the explosion of a totalled vehicle; otherwise there are the damage rolls.
local collision = roll {
  id = "SKANK-25", name = "collision", chapter = "Vehicles", title = "the damage of a crash to one of its vehicles",
  section = "Vehicles: Collision and Damage, Vehicle Collision Chart", rulings = "R21 R22 R23 R24 R25",
  parameters = words.and_also(PARAMETERS,
    words.rating("fixed", "rating of a fixed object; 0: none", 0, 0),
    {"pile-up", flag, "into a pile-up of an earlier turn"},
    vehicles("fast", "vehicles going 18 inches or faster"),
    {"head-on", flag, "a head-on crash"},
    {"prow", flag, "an enemy's ramming prow touches this vehicle"},
    {"rating-five", choice {"three-rolls", "totalled"}, "the damaged line of the chart", default = "three-rolls"}),
  outcomes = words.and_also(hit.STATES, "totalled", "totalled-explodes"),
  expectations = {{"total", "rating points of the crash"}, {"damage-rolls", "number of damage rolls"}},
  prepare = prepare,
  dice = function(s) return dice(s.is_totalled and 1 or s.rolls, d10) end,
  resolve = function(s, ...)
    if s.is_totalled then
      return ... >= s.explodes_from and "totalled-explodes" or "totalled", {total = s.total}
    end
    local marks = 0
    for _, face in ipairs {...} do marks = hit.together(marks, s.marks[face]) end
    return hit.state_of(marks), {total = s.total, ["damage-rolls"] = s.rolls}
  end,
  explain = function(s)
    local effect = s.is_totalled and "totalled" or words.counted(s.rolls, "damage roll")
    return ("%d rating points: %s"):format(s.total, effect)
  end,
}

-- The dodge is first whatever the rating. A rating of 3 or more protects only a figure that failed it (R30). dodge=no
-- is the other reading, in which figures cannot dodge.
local run_over = roll {
  id = "SKANK-26", name = "run-over", chapter = "Vehicles", title = "a figure in the way of a vehicle",
  section = "Vehicles: Collision and Damage", rulings = "R2 R3 R30",
  parameters = words.and_also(
    ability.tester("target", "the figure in the way", "ability of the target, in place of the troop's"),
    words.modifier("modifier", "added to the roll to dodge"),
    {"dodge", flag, "an ability roll dodges", default = "yes"},
    words.rating("target-rating", "rating of the target", 0, 1)),
  outcomes = {"dodged", "unhurt", "killed"},
  prepare = function(s)
    s.dodges = s.dodge and ability.faces(s.target, s.ability, s.modifier) or 0
    s.is_immune = s.target_rating >= words.value_of "run-over-immune"
  end,
  dice = {d10},
  resolve = function(s, face)
    if face <= s.dodges then return "dodged" end
    return s.is_immune and "unhurt" or "killed"
  end,
}

return {procedures = {collision, run_over}}
