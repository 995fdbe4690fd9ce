-- A stand on the table ("Troop Types", "Posture", "Mode", "Troop Grading").

local words = require "words"

local stand = {}

-- The parameters of a stand: their keys begin with `side`, and `whose` is its owner in help.
function stand.parameters(side, whose)
  return {
    {side .. "class", row "stands", whose .. " sub-class of stand", default = "mbt-norm"},
    {side .. "posture", choice(words.POSTURES), whose .. " posture (the usual one of its class)", optional = true},
    {side .. "mode", choice(words.MODES), whose .. " movement mode (the usual one of its class)", optional = true},
    {side .. "grade", choice(words.SIGNS), whose .. " troop grading", default = "norm"},
    {side .. "state", choice {"steady", "pinned", "shaken"}, whose .. " state", default = "steady"},
    {side .. "terrain", choice {"good", "bad", "built-up"}, whose .. " going", default = "good"},
    {side .. "support", flag, whose .. " friendly INFANTRY is within 4 inches", default = "yes"},
    {side .. "near-ecm", flag, "it is within 3 inches of an ECM of its own"},
    {side .. "rear", flag, "ARMOUR engaged from its rear arc"},
    {side .. "extra", whole(-100, 100), "further causes of disadvantage", default = 0},
  }
end

-- The postures of a general class, and the usual one.
function stand.postures(class)
  local all, usual = {}, nil
  for posture in each(tables.postures) do
    if posture.class == class then
      all[#all + 1] = posture.id
      if posture.default then usual = posture.id end
    end
  end
  return all, usual
end

-- The modes that the row of a sub-class allows, and the usual one.
function stand.modes(row)
  local all, usual = {}, nil
  for _, mode in ipairs(words.MODES) do
    if row[mode] ~= "no" then all[#all + 1] = mode end
    if row[mode] == "default" then usual = mode end
  end
  return all, usual
end

-- The one that is given, or the usual one. `allowed` lists what the stand can have.
local function take(s, key, row, allowed, usual)
  local given = s[key]
  if given == nil then return usual end
  for _, one in ipairs(allowed) do
    if one == given then return given end
  end
  refuse(("%s=%s: %s takes %s"):format(key, given, row.id, words.either(allowed)))
end

-- The stand of the parameters that begin with `side`.
function stand.of(s, side)
  local row = s[side .. "class"]
  return {
    id = row.id, class = row.class, level = row.level,
    posture = take(s, side .. "posture", row, stand.postures(row.class)),
    mode = take(s, side .. "mode", row, stand.modes(row)),
    grade = s[side .. "grade"], state = s[side .. "state"], terrain = s[side .. "terrain"],
    support = s[side .. "support"], near_ecm = s[side .. "near-ecm"], rear = s[side .. "rear"],
    extra = s[side .. "extra"],
  }
end

-- The same stand in another state.
function stand.in_state(one, state)
  local other = {}
  for key, value in pairs(one) do other[key] = value end
  other.state = state
  return other
end

-- Built-up areas are bad going. Moving by night is, too, but only for movement (M16).
function stand.is_in_bad_going(one) return one.terrain ~= "good" end

function stand.is_on_the_ground(one) return one.class == "infantry" or one.class == "armour" end

-- Stands that left count as broken (M13).
function stand.is_out(state) return state == "broken" or state == "left" end

local GOING = {good = "", bad = ", in bad going", ["built-up"] = ", in a built-up area"}

-- "mbt-minus in posture armour, mobile, grade minus".
function stand.words(one)
  return ("%s in posture %s, %s, grade %s%s%s"):format(one.id, one.posture, one.mode, one.grade,
    one.state ~= "steady" and ", " .. one.state or "", GOING[one.terrain])
end

return stand
