-- The form of a record of the lost tables, as proved.txt describes it: what its words mean. A "?" means nothing.

local words = require "words"

local forms = {}

-- A whole number, or nil.
function forms.whole(text)
  local digits = text:find "^[-+]" and text:sub(2) or text
  return digits ~= "" and not digits:find "%D" and tonumber(text:sub(1, 1) == "+" and digits or text) or nil
end

-- A cell of the firing chart: "-", or a marker and kills, as D0, P1, S2, and N1 for kills alone.

local LETTERS = {N = words.NONE, D = words.DISRUPTED, P = words.PINNED, S = words.SUPPRESSED}

function forms.result_of(text)
  if text == "-" then return {marker = words.NONE, kills = 0} end
  local marker, kills = LETTERS[text:sub(1, 1)], text:find "^%u%d" and forms.whole(text:sub(2))
  return marker and kills and {marker = marker, kills = kills} or nil
end

-- A range band: "8-" is under 8, "24" up to 24, "26=" exactly 26, "any" the rest. It multiplies the firing factor,
-- "x2", or shifts the column.

local EDGES = {["-"] = "under", ["="] = "exactly", [""] = "upto"}

function forms.edge_of(name)
  if name == "any" then return "any" end
  local ends = name:find "^%d" and name:match "^[%d.]+()"
  local edge, inches = ends and EDGES[name:sub(ends)], ends and tonumber(name:sub(1, ends - 1))
  if edge and inches then return edge, inches end
end

function forms.factor_of(word)
  return word:sub(1, 1) == "x" and word:find "^x%d" and forms.whole(word:sub(2)) or nil
end

function forms.band_of(record)
  local edge, inches = forms.edge_of(record.name)
  local word = record:words()[1]
  return {
    edge = edge, inches = inches, is_known = word ~= "?",
    factor = forms.factor_of(word) or 1, columns = forms.whole(word) or 0,
  }
end

-- A band of a die's numbers: "3-6", "7+" is at least 7, "0-" at most 0, "5".
function forms.numbers_of(name)
  local ends = name:match("^%d+()", name:sub(1, 1) == "-" and 2 or 1)
  if not ends then return nil end
  local from, rest = tonumber(name:sub(1, ends - 1)), name:sub(ends)
  if rest == "" then return from, from end
  if rest == "+" then return from, math.maxinteger end
  if rest == "-" then return math.mininteger, from end
  local to = rest:sub(1, 1) == "-" and forms.whole(rest:sub(2))
  if to then return from, to end
end

-- Hits of a die's faces, "2/10", or "1/figures": then the die is nil.
function forms.chance_of(text)
  local slash = text:find "/" or #text
  local hits, die = forms.whole(text:sub(1, slash - 1)), text:sub(slash + 1)
  if hits and (die == "figures" or forms.whole(die)) then return hits, forms.whole(die) end
end

-- What tables of records say. The first of them that knows it decides.

-- The records of one kind.
function forms.of_kind(all, kind)
  local list = {}
  for _, records in ipairs(all) do
    for record in each(records) do
      if record.kind == kind then list[#list + 1] = record end
    end
  end
  return list
end

-- The number in the record with that id, or nil.
function forms.number(all, id)
  for _, records in ipairs(all) do
    local record = find(records, id)
    local number = record and forms.whole(record:words()[1])
    if number then return number end
  end
end

-- A copy may have its own names of covers, so players' words come after them.
local PLAYERS = {
  {"none", "open"}, {"no", "open"}, {"clear", "open"}, {"wood", "woods"}, {"forest", "woods"}, {"trees", "woods"},
  {"hedge", "light"}, {"soft", "light"}, {"house", "building"}, {"pillbox", "bunker"},
}

local function cover_named(all, name)
  for _, record in ipairs(forms.of_kind(all, "cover")) do
    local columns = same_name(record.name, name) and forms.whole(record:words()[1])
    if columns then return columns end
  end
end

function forms.cover(all, name)
  local columns = cover_named(all, name)
  for _, word in ipairs(PLAYERS) do
    if not columns and same_name(word[1], name) then columns = cover_named(all, word[2]) end
  end
  return columns
end

function forms.firer(all, marker)
  return forms.number(all, "firer-" .. words.MARKERS[marker + 1]) or marker == words.NONE and 0 or nil
end

return forms
