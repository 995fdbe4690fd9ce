-- Kinds and parameters that several rules have.

local words = {}

-- A parameter with more options.
function words.with(parameter, options)
  local made = {}
  for key, value in pairs(parameter) do made[key] = value end
  for key, value in pairs(options) do made[key] = value end
  return made
end

-- The lists one after another.
function words.join(...)
  local all = {}
  for _, list in ipairs {...} do table.move(list, 1, #list, #all + 1, all) end
  return all
end

-- The brackets depend on the weapon.
function words.distance(default)
  return {"distance", decimal(0), "distance in cm", default = default, bracketed = true, aliases = "range"}
end

-- The book names only degrees of cover.
words.COVER = {
  "cover", choice {"none", "light", "medium", "heavy", "total"}, "the target's cover", default = "none",
  synonyms = {
    none = {"open", "no", "clear"}, light = {"soft", "hedge"}, medium = {"wood", "woods"},
    heavy = {"hard", "building", "house"},
  },
  phrases = {"in the open", "in light cover", "in medium cover", "in heavy cover", "in total cover"},
}

-- R-05: as printed, or the last column.
words.OFF_RIGHT = {"off-right", choice {"ineffective", "column-e"}, "a shift beyond column E", default = "ineffective"}

words.TARGET_FIGURES = {"target-figures", whole(1, 10), "figures of the target", default = 10}

-- A gun by its name, or by its strike value and range class.
words.GUN = {"gun", row "guns", "the gun fired", optional = true, excludes = "strike"}
function words.strike(default)
  return {"strike", whole(0, 20), "strike value", default = default, excludes = "gun"}
end
words.CLASS = {"class", row "gun-ranges", "its range class", default = "gun-85", excludes = "gun"}

-- A target by its name, or by its defence value.
words.UNIT = {"unit", row "units", "the target, for its defence", optional = true, excludes = "defence"}
words.DEFENCE = {"defence", whole(0, 20), "defence value of the target", default = 5, excludes = "unit"}

function words.ammo(key, help)
  return {key, choice {"ap", "hvap", "apds", "apcr"}, help, default = "ap"}
end

-- A wood or a built-up area; behind a hill or dug in.
function words.concealment(key, help)
  return {
    key, choice {"none", "wood", "dug-in"}, help, default = "none",
    synonyms = {
      none = {"open", "no", "clear"},
      wood = {"woods", "trees", "forest", "building", "house", "built-up", "hedge"},
      ["dug-in"] = {"hill", "trench", "hull-down", "wall"},
    },
    phrases = {"in the open", "in a wood", "dug in"},
  }
end

function words.aspect(key, help)
  return {key, choice {"front", "flank", "rear"}, help, default = "front"}
end

function words.strength(key, help)
  return {key, whole(1, 5), help, default = 3}
end

words.STRENGTH = words.strength("strength", "markers that destroy the model")

-- R-04: the literal reading, and the one in which a vehicle fights on.
words.DAMAGE_MODEL = {"damage-model", choice {"knockout", "graded"}, "the effect of a marker", default = "knockout"}

-- R-10: four readings of "-1 per damage".
words.DAMAGE_APPLIES = {"damage-applies", choice {"firer", "target-easier", "target-harder", "none"},
                        "whose markers are added to the sum, and how", default = "firer"}

-- R-03: as printed, or one more for each point.
words.OVER_10 = {"over-10", choice {"five", "continue"}, "markers of a score above 10", default = "five"}

-- The parameters of a model that is fired at: its defence, and how many markers it takes (R-02).
words.TARGET_DEFENCE = {words.UNIT, words.DEFENCE}
words.TARGET_STAND = {
  words.STRENGTH,
  {"target-damage", whole(0, 5), "markers on the target before the shot", default = 0},
  words.DAMAGE_MODEL,
}

-- The same parameters, which are only for some targets.
function words.only(condition, list)
  local made = {}
  for i, parameter in ipairs(list) do made[i] = words.with(parameter, {only = condition}) end
  return made
end

words.SURFACE = {"surface", choice {"road", "cross-country"}, "on a road or off it", default = "cross-country"}
words.GOING = {"going", choice {"normal", "poor", "bad", "impassable"}, "the going", default = "normal"}
function words.extra(help)
  return {"extra", whole(0, 8), help, default = 0}
end

words.FIRER_DAMAGE = {"firer-damage", whole(0, 5), "markers on the firer", default = 0}
words.FIRER_MOVING = {"firer-moving", flag, "the firer moves"}
words.CAMOUFLAGED = {"camouflaged", flag, "the target is camouflaged"}
words.FLAME_MOUNT = {"mount", choice {"manpack", "vehicle"}, "the carrier of the flame-thrower", default = "vehicle"}

-- A halted gun fires high explosive twice, a moving one once.
words.HE_MOVING = {"moving", flag, "the firer moves in this move"}
words.HE_SHOTS = {"shots", choice {"auto", "1", "2"}, "rounds fired; auto: 2, or 1 on the move", default = "auto"}

-- Aircraft attack from an altitude, and are fired at there.
function words.altitude(help)
  return {"altitude", choice {"low", "dive", "medium", "high"}, help, default = "low"}
end

function words.aircraft_damage(more)
  return {"aircraft-damage", whole(0, 2), "markers on the aircraft" .. (more or ""), default = 0}
end

-- "no rounds", "1 round", "2 rounds".
function words.counted(n, noun)
  return ("%s %s%s"):format(n == 0 and "no" or n, noun, n == 1 and "" or "s")
end

-- ", -1 on the die", or nothing.
function words.on_the_die(modifier)
  return modifier ~= 0 and (", %+d on the die"):format(modifier) or ""
end

-- One of the fixed numbers of the text.
function words.value(id)
  return tables.values[id].value
end

return words
