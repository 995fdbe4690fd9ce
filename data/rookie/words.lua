-- Words, dice and parameters that several rules have.

local words = {}

-- A ten-sided die shows 0 to 9, and 0 is the lowest (K1): it is the first face of a d10, and 9 is the tenth.
function words.roll_of(face)
  return face - 1
end

-- Penalty markers, from none to the worst. Rules count them in steps: 0 is none, 3 is suppressed.
words.MARKERS = {"steady", "disrupted", "pinned", "suppressed"}
words.NONE, words.DISRUPTED, words.PINNED, words.SUPPRESSED = 0, 1, 2, 3

function words.marker_of(name)
  for step, one in ipairs(words.MARKERS) do
    if one == name then return step - 1 end
  end
end

function words.marker(key, help, default)
  return {key, choice(words.MARKERS), help, default = default}
end

-- Columns of the firing chart. They have numbers here: 0 is below the chart, 13 is the last.
words.COLUMNS = {"below", "1-5", "6-10", "11-15", "16-20", "21-25", "26-30", "31-35", "36-40", "41-45", "46-50",
                 "51-55", "56-60", "61-plus"}
words.BELOW, words.LAST = 0, 13

function words.column_name(column)
  return words.COLUMNS[column + 1]
end

function words.column_of(name)
  for place, one in ipairs(words.COLUMNS) do
    if one == name then return place - 1 end
  end
end

-- "no columns", "1 column", "2 columns".
function words.counted(n, one, many)
  return ("%s %s"):format(n == 0 and "no" or n, n == 1 and one or many or one .. "s")
end

function words.men(n)
  return words.counted(n, "man", "men")
end

function words.shift(key, help)
  return {key, whole(-50, 50), help, default = 0}
end

function words.cover(key, help)
  return {key, text, help, default = "open", word = "open, woods, or another cover of the data"}
end

-- Men and factors of a squad, if they are not those of its row.
function words.own_men(key, help)
  return {key, whole(1, 40), help, default = "squad", word = "squad"}
end

function words.own_per_man(key, help)
  return {key, whole(1, 100), help, default = "squad", word = "squad"}
end

-- Percentages below 0 or above 100 are 0 or 100 (K12).
function words.percent(sum)
  return clamp(sum, 0, 100)
end

function words.value(id)
  return tables.values[id].value
end

function words.modifier(id)
  return tables.modifiers[id].modifier
end

-- A list with more at its end.
function words.and_also(list, ...)
  local all = {}
  for i, one in ipairs(list) do all[i] = one end
  for _, one in ipairs {...} do all[#all + 1] = one end
  return all
end

return words
