-- Kinds, parameters and phrases that several rules have.

local words = {}

-- The printed order: of a sub-class and of a grade, from the lowest; of a state, from good order to out of the game.
words.CLASSES = {"infantry", "armour", "artillery", "aircraft"}
words.SIGNS = {"minus", "norm", "plus"}
words.MODES = {"static", "mobile", "fast", "sns"}
words.POSTURES = {"infantry", "las", "atm", "rec", "ada", "pda", "armour", "cba", "otf", "ecm", "asf", "cas"}
words.STATES = {"steady", "pinned", "shaken", "broken", "left"}
words.ZONES = {"desert", "steppe", "tropical", "temperate", "cold"}
words.SEASONS = {"winter", "autumn", "spring", "summer"}
words.TERRAINS = {"open", "highland", "forest", "steep-forest"}
words.MINORS = {"wood", "built-up", "hill"}

-- The place of each word in its list.
local function places(list)
  local place = {}
  for i, word in ipairs(list) do place[word] = i end
  return place
end

words.LEVEL, words.SEVERITY = places(words.SIGNS), places(words.STATES)

function words.value_of(id) return tables.values[id].value end

-- Several lists as one.
function words.joined(...)
  local all = {}
  for _, list in ipairs {...} do table.move(list, 1, #list, #all + 1, all) end
  return all
end

-- "static, mobile or fast".
function words.either(list)
  if #list < 2 then return list[1] or "" end
  return table.concat(list, ", ", 1, #list - 1) .. " or " .. list[#list]
end

-- "1 inch", "0.5 inches".
function words.inches(range)
  local number = ("%.15g"):format(range)
  return number .. (number == "1" and " inch" or " inches")
end

-- The row of a table whose dice hold what a die shows. The check of the tables makes sure that there is one.
function words.row_of_die(rows, face)
  for i = 1, #rows do
    local row = rows[i]
    if row.die_from <= face and face <= row.die_to then return row end
  end
end

words.ZONE = {"zone", choice(words.joined(words.ZONES, {"any"})), "climatic zone; any: the climate die is rolled",
              default = "temperate"}

-- The situation of two stands. The options are those of the rulings; the defaults are the rulings themselves.
words.RANGE = {"range", decimal(0), "distance in inches", default = 1, distance = true}
words.BREAK_COUNT = {"break-count", choice {"relative", "absolute"},
                     "the disadvantage that breaks the loser of a mutual win (M5)", default = "relative"}
words.CIRCUMSTANCES = {
  {"light", choice {"day", "dark"}, "dark is dusk, dawn or night: ranges are halved", default = "day"},
  {"awc", flag, "adverse weather: ranges are halved"},
  {"los", choice {"clear", "blocked"}, "line of sight between stands on the table", default = "clear"},
  {"infantry-target", choice {"class", "posture"}, "the meaning of 'INFANTRY' as a target (M1)", default = "class"},
  {"reciprocity", choice {"range", "type"}, "where the other stand must be able to engage (M2)", default = "range"},
  {"two-cause", choice {"owner", "both"}, "who counts the two-cause items (M3)", default = "owner"},
  {"target-count", choice {"passive", "full"}, "what the target of a unilateral engagement counts (M4)",
   default = "passive"},
  words.BREAK_COUNT,
  {"awc-air", choice {"banned", "disadvantage"}, "CAS in adverse weather against INFANTRY or ARMOUR (M10)",
   default = "banned"},
}
words.SITUATION = words.joined({words.RANGE}, words.CIRCUMSTANCES)

return words
