-- Kinds and parameters that several rules have, and the one formula of all tests.

local words = {}

words.FACES = 10 -- of the die for nearly everything

-- A test of a number with a modifier succeeds on the faces up to number - modifier: on none, some or all ten. No face
-- succeeds or fails by itself (R2), and a test is at or under its number even where the book says "under" (R3).
function words.faces(number, modifier)
  return clamp(number - modifier, 0, words.FACES)
end

function words.modifier_of(id) return tables.modifiers[id].modifier end
function words.value_of(id) return tables.values[id].value end

-- "1 shot", "2 shots", "no shots".
function words.counted(n, noun)
  return ("%s %s%s"):format(n == 0 and "no" or n, noun, n == 1 and "" or "s")
end

-- Several lists as one, and a list with more at its end.
function words.joined(...)
  local all = {}
  for _, list in ipairs {...} do table.move(list, 1, #list, #all + 1, all) end
  return all
end

function words.and_also(list, ...)
  return words.joined(list, {...})
end

-- A unit is a figure or a vehicle. The two tables have no id in common.
function words.is_vehicle(unit)
  return find(tables.vehicles, unit.id) ~= nil
end

-- A vehicle counts as having one wound.
function words.wounds_of(unit)
  return words.is_vehicle(unit) and 1 or unit.wounds
end

local MOST = 1000

function words.troop(key, help)
  return {key, row "troops", help, default = "trained"}
end

function words.unit(key, help, default)
  return {key, row {"troops", "vehicles"}, help, default = default or "trained"}
end

words.CLASS = {"class", row "vehicles", "class of the vehicle", default = "car"}

function words.weapon(among, default, help)
  return {"weapon", row "weapons", help, among = among, default = default}
end

words.RANGE = {"range", decimal(0), "distance in inches", brackets = "fire", default = 10}
words.MAX_RANGE = {"max-range", decimal(0), "longest range, in place of the weapon's", distance = true, optional = true}

-- A number in place of the table's own.
function words.in_place(key, help, least, most)
  return {key, whole(least, most), help, optional = true}
end

function words.modifier(key, help)
  return {key, whole(-MOST, MOST), help, default = 0}
end

function words.ability(help)
  return words.in_place("ability", help, 0, MOST)
end

function words.rating(key, help, least, default)
  return {key, whole(least, MOST), help, default = default}
end

function words.number(key, help, least, most, default)
  return {key, whole(least, most), help, default = default}
end

function words.tries(key, help)
  return words.number(key, help, 0, 1000, 1)
end

words.STAR = {"star", choice {"zero", "descending"}, "the meaning of a * in the fire chart", default = "zero"}
words.TARGET_RATING = words.in_place("target-rating", "rating of the target, in place of its own", 0, MOST)
words.TARGET_WOUNDS = words.in_place("target-wounds", "wounds of a figure, in place of the troop's", 1, MOST)
words.RATING_BONUS = words.modifier("rating-bonus", "added to the weapon's rating (armour piercing 1)")
words.DAMAGE_MODIFIER = words.modifier("damage-modifier", "added to the damage roll")
words.INSTANT = {"instant", choice {"kill", "wound"}, "the effect of an instant kill on a figure", default = "kill"}
words.SHOOTER_MOVING = {"shooter-moving", flag, "the shooter moved in this turn"}
words.MOUNTED = {"mounted", flag, "vehicle-mounted weapon"}
words.BURST = {"burst", choice {"multiply", "max"}, "attacks and the weapon's shots: multiplied, or the higher one",
               default = "multiply"}
words.WIN = {"win", choice {"destroyed", "mission-kill"},
             "when a vehicle counts as lost; mission-kill: also when it cannot fire", default = "destroyed"}

function words.attacks(key, help) return words.in_place(key, help, 0, 100) end
function words.wounds(key, help) return words.in_place(key, help, 1, MOST) end

-- All obstacles have the same modifier.
function words.cover(key, help)
  return {key, flag, help, phrases = {"in the open", "behind cover"}, synonyms = {
    no = {"open", "none", "clear"},
    yes = {"normal", "cover", "hedge", "wall", "wood", "woods", "trees", "forest", "light", "soft", "hard", "building"},
  }}
end

-- One side of a duel, or one element of a battle: the keys begin with `prefix`, except for the unit's, and `it` is its
-- name in help.
function words.force(key, prefix, it)
  return {
    weapon = {prefix .. "weapon", row "weapons", "weapon of " .. it, among = "direct", default = "rifle",
              default_row = key .. ".weapon"},
    count = {prefix .. "count", whole(1, MOST), "figures of " .. it, default = 1},
    moving = {prefix .. "moving", flag, it .. " moves every turn", aliases = {prefix .. "moves", prefix .. "moved"},
              phrases = {"standing still", "moving"}},
    cover = words.cover(prefix .. "cover", it .. " is behind cover"),
    prone = {prefix .. "prone", flag, it .. " is prone"},
    building = {prefix .. "building", flag, it .. " is in a building or room"},
    concealed = {prefix .. "concealed", flag, it .. " is concealed"},
    invisible = {prefix .. "invisible", flag, it .. " is in an invisibility field"},
    modifier = words.modifier(prefix .. "modifier", "added to the rolls to hit of " .. it),
    rating = words.in_place(prefix .. "rating", "rating of " .. it .. ", in place of its own", 0, MOST),
    wounds = words.wounds(prefix .. "wounds", "wounds of each figure of " .. it .. ", in place of the troop's"),
    crew = words.troop(prefix .. "crew", "crew of " .. it .. ", when it is a vehicle"),
  }
end

return words
