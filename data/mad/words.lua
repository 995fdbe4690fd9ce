-- Kinds and parameters that several rules have.

local words = {}

words.HP = whole(0, 10000)

-- The target's cover. Fortifications and trenches are full shelter; every other obstacle is ordinary cover.
words.COVER = choice {"none", "normal", "fortification"}
local COVER_PHRASES = {"in the open", "in cover", "in a fortification"}
local COVER_SYNONYMS = {
  none = {"open", "no", "clear"},
  normal = {"yes", "cover", "hedge", "wall", "wood", "woods", "trees", "forest", "building", "house", "soft", "light",
            "hull-down"},
  fortification = {"hard", "trench", "bunker", "pillbox", "dug-in"},
}

function words.cover(key, help)
  return {key, words.COVER, help, default = "none", synonyms = COVER_SYNONYMS, phrases = COVER_PHRASES}
end

words.WEAPON = {"weapon", row "weapons", "the weapon fired"}
words.RANGE = {"range", decimal(0), "distance in metres", brackets = "weapons"}
words.RANGE_UNLESS_CONTACT = {"range", decimal(0), "distance in metres", brackets = "weapons", unless = "contact"}
function words.fort_value(help, table)
  return {"fort-value", whole(1, 4), help, default = 4, default_cell = table .. ".fortification.modifier"}
end

words.FORT_VALUE = words.fort_value("what cover=fortification adds to the target number", "modifiers")
words.MOVING = {"moving", flag, "the firer moved this activation", aliases = {"moves", "moved", "firer-moving"},
                phrases = {"standing still", "moving"}}
words.FIXED = {"fixed", flag, "the weapon is fixed or of limited traverse (marked *)"}
words.OPPORTUNITY = {"opportunity", flag, "opportunity fire"}
words.CONTACT = {"contact", flag, "base to base: range 0, no cover"}
words.AT_GRENADES = {"at-grenades", flag, "infantry has anti-tank grenades, and uses them on a vehicle in contact"}
words.LARGE_STATIC = {"large-static", flag, "the target is a building or the like"}
words.SMALL_ARMS = {"small-arms-vehicles", flag, "whether small arms may fire at vehicles", default = "yes"}
words.HIT_POINTS = {"hp", whole(1, 1000000), "hit points of the target, for the chance of a kill", default = "none",
                    word = "none"}

-- "no weapons", "1 weapon", "2 weapons".
function words.counted(n, noun)
  return ("%s %s%s"):format(n == 0 and "no" or n, noun, n == 1 and "" or "s")
end

-- Which weapons of a listed element fire.
function words.weapons(key, help)
  return {key, choice {"main", "machine-gun", "best"}, help, default = "main"}
end

-- From the air, cover is cover or none.
words.COVER_FROM_THE_AIR = {"cover", choice {"none", "normal"}, "the target's cover", default = "none",
                            synonyms = {none = COVER_SYNONYMS.none, normal = COVER_SYNONYMS.normal}}

-- A list with more at its end.
function words.and_also(list, ...)
  local all = {}
  for i, one in ipairs(list) do all[i] = one end
  for _, one in ipairs {...} do all[#all + 1] = one end
  return all
end

-- For either game.
words.TECH = {"tech", choice {"ww2", "hitech"}, "the game", default = "ww2"}

-- A number of things, at least one.
function words.count(key, help, default)
  return {key, whole(1, 1000000), help, default = default}
end

words.HIT_POINTS_NEEDED = words.count("hp", "hit points of the target")

-- The types of elements of either game; those of the Second World War are the first two.
words.TYPES = {"vehicle", "infantry", "walker", "grav", "vtol", "power-armour"}

function words.target(key, help)
  return {key, choice(words.TYPES), help, default = "vehicle"}
end

-- Power armour uses the lines of infantry in every table.
function words.is_on_foot(target)
  return target == "infantry" or target == "power-armour"
end

function words.check_target(tech, target)
  if tech == "ww2" and target ~= "vehicle" and target ~= "infantry" then
    refuse(("target=%s: '%s' is not a value of target in the ww2 game; use 'vehicle' or 'infantry', or add tech=hitech "
      .. "for the others"):format(target, target))
  end
end

words.INFANTRY_DAMAGE = {"infantry-damage", choice {"table", "half"},
                         "a hi-tech weapon's damage to infantry if the table prints its own", default = "table"}

return words
