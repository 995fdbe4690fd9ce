-- The lost tables: the firing chart and the modifiers of range, cover and markers, a fire in a tank, morale, and the
-- die that hits a leader. The charts were pictures. `data` names the records that stand in for them: what the text
-- proves, a reconstruction, or your own copy of the rules in the form of proved.txt. What a copy leaves out, or marks
-- "?", is as proved; what is proved nowhere is unknown.

local words, forms, check = require "words", require "forms", require "lost-check"

local lost = {}

-- K13: the proved cells are the default, and an unknown one is refused, never guessed. The reconstruction is used only
-- by name. Morale, leaders and duels have it as their default, because the text proves too little of them.
function lost.data(default)
  return {"data", records {"proved", "reconstruction"},
          "the lost tables: what is proved, the reconstruction, or your own copy", default = default}
end

lost.ALLOW = {"allow-contradiction", flag, "accept a file that contradicts what is proved"}

-- The set of tables that a question names.

local function name_of(records)
  local record = find(records, "set")
  return record and record:words()[1]:sub(1, 60) or "unnamed"
end

-- An answer from your own copy says so, and one from the reconstruction says that it is not the author's chart.
local function remark_of(name, file, contradictions)
  local label = name == "reconstruction" and "reconstruction, not the author's chart" or nil
  if not file then return label end
  local remark = ("data set '%s' of the user's file %s"):format(name, file)
  if contradictions > 0 then
    remark = ("%s, against what the text proves in %s"):format(remark, words.counted(contradictions, "place"))
  end
  return label and label .. "; " .. remark or remark
end

-- Its own records come first, and the proved ones after them.
function lost.of(s)
  local file = path(s.data)
  local contradictions = file and check(s.data, tables.proved, s.allow_contradiction, true) or 0
  local name = name_of(s.data)
  return {
    own = s.data, all = s.data == tables.proved and {s.data} or {s.data, tables.proved}, name = name,
    remark = remark_of(name, file, contradictions),
  }
end

function lost.remark(s)
  return s.set.remark
end

function lost.refuse(set, cell, ...)
  refuse(("unknown cell: %s; it is lost in the data '%s'; use data=reconstruction or a file of your own"):format(
    cell:format(...), set.name))
end

-- The firing chart.

local function words_of_column(records, column)
  local record = find(records, "chart-" .. words.column_name(column))
  return record and record:words() or {}
end

-- The results of the rolls 0 to 9, false where they are unknown.
function lost.column(all, column)
  local results = {}
  for place = 1, 10 do results[place] = false end
  for _, records in ipairs(all) do
    for place, text in ipairs(words_of_column(records, column)) do
      results[place] = results[place] or forms.result_of(text) or false
    end
  end
  return results
end

-- Odds need all ten cells of a column.
function lost.whole_column(set, column)
  local results = lost.column(set.all, column)
  for place, result in ipairs(results) do
    if not result then lost.refuse(set, "chart %s roll %d", words.column_name(column), place - 1) end
  end
  return results
end

-- Range. A band begins where the one before it ends, so the first that covers a range is right. An exact range comes
-- before bands.

local function covers(band, inches)
  if band.edge == "exactly" then return inches == band.inches end
  if band.edge == "under" then return inches < band.inches end
  return band.edge == "any" or inches <= band.inches
end

local function band_at(records, inches)
  local found
  for _, record in ipairs(forms.of_kind({records}, "range")) do
    local band = forms.band_of(record)
    if covers(band, inches) and (not found or band.edge == "exactly" and found.edge ~= "exactly") then found = band end
  end
  return found and found.is_known and found
end

function lost.range(set, inches)
  for _, records in ipairs(set.all) do
    local band = band_at(records, inches)
    if band then return band end
  end
  lost.refuse(set, "range %.15g", inches)
end

local function known_bands(set)
  local bands = {}
  for _, record in ipairs(forms.of_kind(set.all, "range")) do
    local band = forms.band_of(record)
    if band.is_known and band.edge ~= "any" then bands[#bands + 1] = band end
  end
  return bands
end

-- Sweeps try one range in each band, and one beyond the last.
function lost.edges(set)
  local edges = {}
  for i, band in ipairs(known_bands(set)) do edges[i] = band.inches end
  table.sort(edges)
  if #edges > 0 then edges[#edges + 1] = edges[#edges] + 1 end
  return edges
end

-- K16: where lines stop. At the edge of a band "under" so many inches the next one holds, so they go an inch further.
function lost.closest(set)
  local closest = math.huge
  for _, band in ipairs(known_bands(set)) do
    closest = min(closest, band.edge == "under" and band.inches - 1 or band.inches)
  end
  return closest < math.huge and max(closest, 0) or 0
end

-- Cover, and the firer's marker. A cover that the set does not have is unknown, not open.

function lost.cover(set, name)
  return forms.cover(set.all, name) or lost.refuse(set, "cover %s", name)
end

function lost.known_firer(set, marker)
  return forms.firer(set.all, marker)
end

function lost.firer(set, marker)
  return forms.firer(set.all, marker) or lost.refuse(set, "firer %s", words.MARKERS[marker + 1])
end

-- A fire in a tank, and morale: bands of a die's numbers.

local function bands_of(records, kind)
  local bands = {}
  for _, record in ipairs(forms.of_kind({records}, kind)) do
    local from, to = forms.numbers_of(record.name)
    local result = record:words()[1]
    if from and result ~= "?" then bands[#bands + 1] = {from = from, to = to, result = result} end
  end
  return bands
end

-- The bands, and the faces of their die. The text's one line does not determine the die: then it is nil. A copy with
-- more lines lists all of them, and the last ends with the die's last face.
function lost.fire(set)
  local own, proved = bands_of(set.own, "fire"), bands_of(tables.proved, "fire")
  if #own == 0 then own = proved end
  return own, #own > #proved and own[#own].to or nil
end

function lost.morale(set)
  return bands_of(set.own, "morale")
end

function lost.morale_modifier(set, name)
  return forms.number({set.own}, "morale-" .. name) or lost.refuse(set, "morale %s", name)
end

function lost.result_in(bands, number)
  for _, band in ipairs(bands) do
    if band.from <= number and number <= band.to then return band.result end
  end
end

-- How many faces of a leader's die hit, and how many it has; nil means the figures of the group.
function lost.leader(set)
  local record = find(set.own, "leader")
  local hits, die = forms.chance_of(record and record:words()[1] or "?")
  if not hits then lost.refuse(set, "leader hit") end
  return hits, die
end

return lost
