-- Command and morale: which side goes first (section 3), what a unit does, and whether a retired unit rallies (section
-- 4).

local words = require "words"

local command = {}

local CHAPTER = "Command and morale"

-- Move Sequence. Both players throw, and the higher die goes first in the move. Equal dice are thrown again (R-01), or
-- are an outcome under ties=keep.

function command.higher(a, b)
  return a == b and "tie" or a > b and "a" or "b"
end

local turn_order = chain {
  id = "TRR-01", name = "turn-order", chapter = CHAPTER, title = "the side that goes first",
  section = "3 Move Sequence", rulings = "R-01",
  parameters = {{"ties", choice {"reroll", "keep"}, "equal dice", default = "reroll"}},
  outcomes = {"a", "b", "tie"}, undecided = "tie",
  expectations = {{"rolls", "mean number of pairs of dice thrown"}},
  state = {first = choice {"open", "a", "b", "tie"}},
  outcome = function(s, now) return now.first ~= "open" and now.first or nil end,
  dice = {d10, d10},
  step = function(s, now, a, b)
    local first = command.higher(a, b)
    if first ~= "tie" or s.ties == "keep" then now.first = first end
    return false, {rolls = 1}
  end,
  thrown = "the order of the turn", told = {},
}

-- Morale. Each line of the adjustments has a number for units of vehicles and one for others.

local function yes(key, help) return {key, flag, help} end
local function count(key, help) return {key, whole(0, 20), help, default = 0} end

local CIRCUMSTANCES = {
  yes("advancing", "advancing, or firing artillery"),
  yes("poor-visibility", "entering poor visibility with no friendly foot within 5 cm"),
  yes("enemy-infantry", "enemy infantry located in cover within 15 cm"),
  yes("no-company", "no friendly vehicle of the company within 20 cm"),
  yes("no-friends", "no friends within 20 cm"),
  count("damage", "markers on the unit in this move"),
  count("vehicles-lost", "vehicles lost in the game"),
  yes("enemy-armour", "enemy armour within 20 cm, and nothing within 30 cm that can fight it"),
  yes("officer-lost", "the officer is lost"),
  -- One parameter for two lines, which exclude each other.
  {"defences", choice {"none", "plus", "minus"}, "field defences for the unit or against it", default = "none"},
  count("lost", "figures lost in the game"),
  count("lost-now", "figures lost in this move, in addition"),
  yes("flame", "under flame attack"),
  yes("gas", "under gas attack"),
  count("counter-battery", "penalty of counter-battery fire"),
}

local UNIT = words.join({
  {"grade", choice {"green", "normal", "elite"}, "the quality of the unit", default = "normal"},
  {"type", choice {"armour", "other"}, "a unit of vehicles, or any other", default = "armour"},
  {"role", choice {"line", "towed", "on-table", "off-table"}, "a unit of the line, or artillery", default = "line",
   only = "type=other"},
}, CIRCUMSTANCES)

-- The line of the adjustments that a parameter stands for, how often it counts, and its value in words; nil if it does
-- not count.
local function line_of(s, key)
  local value = s[key:gsub("-", "_")]
  if key == "defences" then
    if value ~= "none" then return key .. "-" .. value, 1, value end
  elseif value == true then
    return key, 1, "yes"
  elseif value and value > 0 then
    return key, value, value
  end
end

-- No friends and no vehicle of the company both count (R-23). A line that the table leaves blank for the type is
-- refused and not ignored, because the user would think that it counted.
local function circumstances(s)
  local sum = 0
  for _, parameter in ipairs(CIRCUMSTANCES) do
    local key = parameter[1]
    local id, times, said = line_of(s, key)
    local modifier = id and tables.motivation[id][s.type]
    if id and not modifier then
      refuse(("%s=%s has no effect with type=%s; leave it out"):format(key, said, s.type))
    end
    sum = sum + (id and times * modifier or 0)
  end
  return sum
end

local function prepare(s)
  s.number = tables.grades[s.grade][s.type]
  s.modifier = circumstances(s)
end

local function explain(s)
  return ("D10 + %d, %+d for circumstances"):format(s.number, s.modifier)
end

local EXPECTATIONS = {{"score", "mean score"}}

-- Results, from the highest score down. The book prints no band for others with 1, 2 or 3. They do what the lowest band
-- above the rout says, unless other-gap=rout (R-09).

local BANDS = {"over", "free", "hesitant", "shaken", "gap"}

local function conduct(s, score)
  for _, id in ipairs(BANDS) do
    local band = tables.motivation_results[id]
    local from = band[s.type .. "_from"]
    if from and score >= from and not (id == "gap" and s.other_gap == "rout") then
      return band[(s.role or "line"):gsub("-", "_")]
    end
  end
  return "rout"
end

command.CONDUCTS = {"charge", "act", "half-speed", "continue", "limber", "retire", "rout"}

local motivation = roll {
  id = "TRR-02", name = "motivation", chapter = CHAPTER, title = "what a unit will do", section = "4 Morale",
  rulings = "R-09, R-23",
  parameters = words.join(UNIT, {
    {"other-gap", choice {"retire", "rout"}, "what other units do with a score of 1, 2 or 3", default = "retire",
     only = "type=other"},
  }),
  outcomes = command.CONDUCTS, expectations = EXPECTATIONS,
  prepare = prepare,
  dice = {d10},
  resolve = function(s, die)
    local score = die + s.number + s.modifier
    return conduct(s, score), {score = score}
  end,
  explain = explain,
}

-- A rally has no gap. It needs 10 or more for vehicles too, although armour acts freely from 8.
local rally = roll {
  id = "TRR-03", name = "rally", chapter = CHAPTER, title = "a retired unit tests again", section = "4 Morale: Results",
  rulings = "R-23",
  parameters = UNIT,
  outcomes = {"rallied", "halted", "rout"}, expectations = EXPECTATIONS,
  prepare = prepare,
  dice = {d10},
  resolve = function(s, die)
    local score = die + s.number + s.modifier
    local result = score <= words.value "rout" and "rout" or "halted"
    return score >= words.value "rally" and "rallied" or result, {score = score}
  end,
  explain = explain,
}

command.procedures = {turn_order, motivation, rally}

return command
