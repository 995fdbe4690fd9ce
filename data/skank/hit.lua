-- The effect of a hit on its target ("Ratings"; Weapons Descriptions; Vehicle Descriptions). The rating is first: a
-- weapon below its target's rating has no effect (R8). Then a weapon that kills such a target outright does so.
-- Otherwise a figure takes a wound, and a vehicle a roll on its damage table.

local words = require "words"

local hit = {}

hit.DAMAGES = {"wreck", "crash", "knocked-out", "engine", "weapons", "brakes", "track", "superficial"}
hit.RESULTS = words.joined({"no-effect", "wound", "killed", "destroyed"}, hit.DAMAGES)

-- The damage for each face of the die. The modified roll stays on the table: below 1 it is 1, above 10 it is 10.
function hit.damages(vehicle, modifier)
  local by_roll, by_face = {}, {}
  for row in each(tables.damage) do by_roll[row.roll] = row[vehicle.id] end
  for face = 1, words.FACES do by_face[face] = by_roll[clamp(face + modifier, 1, words.FACES)] end
  return by_face
end

-- What a vehicle has lost is a sum of marks; a destroyed one has only that mark.
hit.IMMOBILE, hit.DISARMED, hit.BRAKES, hit.TRACK, hit.DESTROYED = 1, 2, 4, 8, 16

function hit.has(marks, mark)
  return marks & mark ~= 0
end

local DESTROYS = {wreck = true, crash = true, ["knocked-out"] = true}
local MARKS = {weapons = hit.DISARMED, brakes = hit.BRAKES, track = hit.TRACK, superficial = 0}

-- An engine hit also disarms vehicles from the armored car up; the table has this for each vehicle.
function hit.marks_of(vehicle, damage)
  if DESTROYS[damage] then return hit.DESTROYED end
  if damage == "engine" then return hit.IMMOBILE | (vehicle.engine_disarms and hit.DISARMED or 0) end
  return MARKS[damage]
end

-- Damage accumulates.
function hit.together(marks, more)
  return (marks == hit.DESTROYED or more == hit.DESTROYED) and hit.DESTROYED or marks | more
end

-- The state of a vehicle afterwards, from best to worst. Worse states hide better ones: brakes and track show only in a
-- vehicle that is neither immobile nor disarmed.
hit.STATES = {"intact", "damaged", "disarmed", "immobile", "immobile-disarmed", "destroyed"}

function hit.state_of(marks)
  if marks == hit.DESTROYED then return "destroyed" end
  local is_disarmed = hit.has(marks, hit.DISARMED)
  if hit.has(marks, hit.IMMOBILE) then return is_disarmed and "immobile-disarmed" or "immobile" end
  return is_disarmed and "disarmed" or marks ~= 0 and "damaged" or "intact"
end

-- A hit with a weapon on a unit of this rating. The book rates two weapons twice: light machine guns are 2 as in the
-- lists (R4), chain guns 3 as in their entry (R5), and rating_bonus serves the other reading. A kill rating of 0 kills
-- nothing, and a blank one anything. `more` can have rating_bonus, damage_modifier, wounds, instant.
function hit.of(weapon, target, rating, more)
  return hit.made(target, {
    is_effective = weapon.rating + (more.rating_bonus or 0) >= rating,
    kills = not weapon.kill_rating or (weapon.kill_rating > 0 and rating <= weapon.kill_rating),
    damage_modifier = weapon.damage_modifier + (more.damage_modifier or 0),
    wounds = more.wounds or words.wounds_of(target),
    instant = more.instant or "kill",
  })
end

-- Completes a hit with what its faces do to a vehicle.
function hit.made(target, one)
  one.is_vehicle = words.is_vehicle(target)
  if not one.is_vehicle then return one end
  one.damage, one.marks = hit.damages(target, one.damage_modifier), {}
  for face, damage in ipairs(one.damage) do one.marks[face] = hit.marks_of(target, damage) end
  return one
end

-- Whether the damage roll matters; otherwise the throw has no such die.
function hit.rolls_damage(one)
  return one.is_effective and one.is_vehicle and not one.kills
end

-- An instant kill takes all wounds of a figure (R7), or one of them under instant=wound.
function hit.wounds_taken(one)
  if not one.is_effective then return 0 end
  return one.kills and one.instant == "kill" and one.wounds or 1
end

-- The result of one hit on an undamaged target. A wound kills a figure that has only one.
function hit.result(one, damage_face)
  if not one.is_effective then return "no-effect" end
  if not one.is_vehicle then return hit.wounds_taken(one) == one.wounds and "killed" or "wound" end
  return one.kills and "destroyed" or one.damage[damage_face]
end

-- The marks of a vehicle after one hit.
function hit.marks_after(one, marks, damage_face)
  if not one.is_effective then return marks end
  return hit.together(marks, one.kills and hit.DESTROYED or one.marks[damage_face])
end

function hit.explain(one)
  if not one.is_effective then return "its rating is too low for the target" end
  if one.kills and one.is_vehicle then return "a hit destroys the vehicle" end
  if one.kills and one.instant == "kill" then return "a hit kills outright" end
  if not one.is_vehicle and one.wounds == 1 then return "a hit kills" end
  if not one.is_vehicle then return ("a hit takes one of %d wounds"):format(one.wounds) end
  if one.damage_modifier == 0 then return "a hit causes a damage roll" end
  return ("a hit causes a damage roll, %+d"):format(one.damage_modifier)
end

return hit
