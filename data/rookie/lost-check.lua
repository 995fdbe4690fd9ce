-- Checks the records of the lost tables one by one. You type a chart from paper, and a mistake is found at its place. A
-- record that contradicts what the text proves is refused, unless that is allowed.

local words, forms = require "words", require "forms"

-- `check` has the proved records, or nil if these are the proved ones, and what the records before this one said.

local function refuse_word(record, place, message, ...)
  refuse_cell(record, place, message:format(...))
end

-- Contradictions that are allowed are counted, and the remark on the answer has their number.
local function contradict(check, record, place, text, proved)
  check.contradictions = check.contradictions + 1
  if check.allow then return end
  refuse_word(record, place, "'%s' contradicts the text, which proves %s; correct it%s", text, proved,
    check.is_users and ", or allow it with allow-contradiction=yes" or "")
end

-- Names must be spelled in full: a chart is typed once and read often, and an abbreviation would hide a slip.
local function check_among(record, place, text, noun, list)
  for _, one in ipairs(list) do
    if one == text then return end
  end
  refuse_word(record, place, "'%s' is not a %s%s", text, noun, nearest(text, list))
end

local function check_whole(record, text, what)
  local number = forms.whole(text)
  if not number then
    refuse_word(record, 1, "'%s' is not a whole number; %s must be one from -99 to 99", text, what)
  end
  if number < -99 or number > 99 then
    refuse_word(record, 1, "%s is out of range; %s must be from -99 to 99", text, what)
  end
end

-- The firing chart.

local function result_words(result)
  if result.marker == words.NONE and result.kills == 0 then return "-" end
  return ("NDPS"):sub(result.marker + 1, result.marker + 1) .. result.kills
end

local function check_result(check, record, place, text, proved)
  if not text then
    refuse_word(record, place, "the column has no result for the roll %d; it needs ten, 0 to 9", place - 1)
  end
  local result = forms.result_of(text)
  if text ~= "?" and (not result or result.kills > 9) then
    refuse_word(record, place, "'%s' is not a result of fire; write - for a miss, D0 P1 S2 for a marker and kills, N1 "
      .. "for kills alone, or ? for unknown", text)
  end
  if proved and result and (proved.marker ~= result.marker or proved.kills ~= result.kills) then
    contradict(check, record, place, text,
               ("chart %s roll %d to be %s"):format(record.name, place - 1, result_words(proved)))
  end
end

local function check_chart(check, record, all)
  check_among(record, "name", record.name, "column of the chart", words.COLUMNS)
  local proved = check.proved and find(check.proved, record.id)
  local cells = proved and proved:words() or {}
  for place = 1, 10 do check_result(check, record, place, all[place], forms.result_of(cells[place] or "?")) end
end

-- Range bands.

local INCHES_MOST = 999

-- Where the bands before this one end, and whether that point is this one's own.
local function begins(check)
  for i = #check.ranges, 1, -1 do
    local band = check.ranges[i]
    if band.edge ~= "exactly" then
      return band.edge == "any" and 2 * INCHES_MOST or band.inches, band.edge == "under"
    end
  end
  return 0, true
end

local function covers(check, band, inches)
  local from, is_own = begins(check)
  if band.edge == "exactly" then return inches == band.inches end
  if inches < from or inches == from and not is_own then return false end
  if band.edge == "under" then return inches < band.inches end
  return band.edge == "any" or inches <= band.inches
end

-- Only bands that have ranges in common can contradict each other.
local function overlaps(check, band, proved)
  if proved.edge == "exactly" then return covers(check, band, proved.inches) end
  if band.edge == "exactly" then
    return band.inches < proved.inches or proved.edge ~= "under" and band.inches == proved.inches
  end
  local from, is_own = begins(check)
  return from < proved.inches or from == proved.inches and proved.edge == "upto" and is_own
end

local function range_words(band)
  return ("range %s%g to be %s"):format(band.edge == "exactly" and "" or "under ", band.inches,
    band.factor ~= 1 and "x" .. band.factor or band.columns)
end

local function check_range_proved(check, record, band, text)
  if not check.proved or not band.is_known then return end
  for _, one in ipairs(forms.of_kind({check.proved}, "range")) do
    local proved = forms.band_of(one)
    if overlaps(check, band, proved) and (band.factor ~= proved.factor or band.columns ~= proved.columns) then
      contradict(check, record, 1, text, range_words(proved))
    end
  end
end

local function check_effect(record, text)
  if text == "?" then return end
  if text:sub(1, 1) ~= "x" then check_whole(record, text, "a shift of columns") return end
  local factor = forms.factor_of(text)
  if not factor or factor < 1 or factor > 99 then
    refuse_word(record, 1, "'%s' is not a multiplier; write x2 as in 'range 8- x2'", text)
  end
end

local function check_ascends(check, record, band)
  local from = begins(check)
  if #check.ranges == 8 then refuse_word(record, "id", "there are more than 8 range bands") end
  if band.edge ~= "exactly" and band.edge ~= "any" and band.inches <= from then
    refuse_word(record, "name", "the band ends at %g, where the ones before it have ended; bands must ascend",
                band.inches)
  end
  if band.edge == "any" and from > INCHES_MOST then
    refuse_word(record, "name", "a band 'any' is before this one; it must be the last")
  end
end

local function check_range(check, record, all)
  local edge, inches = forms.edge_of(record.name)
  if not edge or (inches or 0) > INCHES_MOST then
    refuse_word(record, "name", "'%s' is not an edge of a range band; write 24 for 'up to 24', 8- for 'under 8', 26= "
      .. "for 'exactly 26', or any", record.name)
  end
  check_effect(record, all[1])
  local band = forms.band_of(record)
  check_ascends(check, record, band)
  check_range_proved(check, record, band, all[1])
  check.ranges[#check.ranges + 1] = band
end

-- Covers, and the firer's marker.

local function check_shift(check, record, text, proved)
  if text == "?" then return end
  check_whole(record, text, "a shift of columns")
  if proved and proved ~= forms.whole(text) then
    contradict(check, record, 1, text, ("%s %s to be %d"):format(record.kind, record.name, proved))
  end
end

local function check_cover(check, record, all)
  if check.covers == 8 or #record.name > 31 then
    refuse_word(record, "name", "there can be at most 8 kinds of cover, each with a name of at most 31 characters")
  end
  check.covers = check.covers + 1
  check_shift(check, record, all[1], check.proved and forms.cover({check.proved}, record.name))
end

local function check_firer(check, record, all)
  check_among(record, "name", record.name, "marker", words.MARKERS)
  check_shift(check, record, all[1], check.proved and forms.firer({check.proved}, words.marker_of(record.name)))
end

-- A fire in a tank, and morale.

local function is_number(number)
  return number == math.mininteger or number == math.maxinteger or abs(number) <= 999
end

local function check_numbers(record)
  local from, to = forms.numbers_of(record.name)
  if not from or from > to or not is_number(from) or not is_number(to) then
    refuse_word(record, "name", "'%s' is not a band of numbers; write 3-6, 7+ or 0-", record.name)
  end
  return from, to
end

-- The text proves that 1-3 explodes, and no other roll does.
local function check_fire_proved(check, record, band)
  for _, one in ipairs(check.proved and forms.of_kind({check.proved}, "fire") or {}) do
    local from, to = forms.numbers_of(one.name)
    local result = one:words()[1]
    local is_apart = band.from > to or band.to < from
    local is_within = band.from >= from and band.to <= to
    if is_apart and band.result == result or not is_apart and (band.result ~= result or not is_within) then
      contradict(check, record, 1, band.result, ("fire %d-%d alone to be %s"):format(from, to, result))
      return
    end
  end
end

local function check_fire(check, record, all)
  local last = check.fire[#check.fire]
  local continues = last and last.to + 1 or 1
  if #check.fire == 15 then refuse_word(record, "id", "there are more bands than a die can use") end
  local from, to = check_numbers(record)
  if from ~= continues or to > 100 then
    refuse_word(record, "name", "'%s' does not continue at %d; bands of fire must ascend from 1, and the last one must "
      .. "end with the die's last face", record.name, continues)
  end
  if all[1] == "?" then return end
  check_among(record, 1, all[1], "result of a fire", {"explodes", "abandoned", "out"})
  local band = {from = from, to = to, result = all[1]}
  check.fire[#check.fire + 1] = band
  check_fire_proved(check, record, band)
end

-- Two names are modifiers, all others are bands: in any order and with gaps, but a number has one result.
local function check_morale(check, record, all)
  if all[1] == "?" then return end
  if record.name == "half-losses" or record.name == "marker" then check_whole(record, all[1], "a modifier") return end
  if #check.morale == 16 then refuse_word(record, "id", "there are more than 16 bands of morale") end
  local from, to = check_numbers(record)
  for _, band in ipairs(check.morale) do
    if from <= band.to and to >= band.from then
      refuse_word(record, "name", "'%s' overlaps a band before it; a number must have one result", record.name)
    end
  end
  check.morale[#check.morale + 1] = {from = from, to = to}
  check_among(record, 1, all[1], "result of morale", {"rally", "hold", "worse", "run"})
end

local function check_leader(check, record, all)
  local text = all[1]
  local hits, die = forms.chance_of(text)
  if text ~= "?" and (not hits or hits < 1 or hits > 100 or die and (die < hits or die > 100)) then
    refuse_word(record, 1, "'%s' is not a chance; write 1/figures, or hits of a die's faces as in 2/10", text)
  end
end

-- All records. Words are counted before they are read; otherwise a missing one would be reported as a bad one.

local KINDS = {
  set = {words = 1, check = function() end},
  chart = {named = "column", words = 10, check = check_chart},
  range = {named = "band", words = 1, check = check_range},
  cover = {named = "cover", words = 1, check = check_cover},
  firer = {named = "marker", words = 1, check = check_firer},
  fire = {named = "band", words = 1, check = check_fire},
  morale = {named = "band", words = 1, check = check_morale},
  leader = {words = 1, check = check_leader},
}

local NAMES = {"set", "chart", "range", "cover", "firer", "fire", "morale", "leader"}

local function check_words(record, kind, all)
  if kind.named and record.name == "" then
    refuse_word(record, "kind", "'%s' needs a %s and its value", record.kind, kind.named)
  end
  if not kind.named and (record.name ~= "" or #all ~= kind.words) then
    refuse_word(record, "kind", "'%s' must be followed by one word", record.kind)
  end
  if #all > kind.words then
    refuse_word(record, kind.words + 1, "'%s' is after the last word of the record; '#' begins a comment",
      all[kind.words + 1])
  end
end

-- Returns how many contradictions were allowed. `proved` is nil for the proved records themselves.
return function(records, proved, allow, is_users)
  local check = {
    proved = proved, allow = allow, is_users = is_users, contradictions = 0, ranges = {}, covers = 0, fire = {},
    morale = {},
  }
  for record in each(records) do
    local kind = KINDS[record.kind]
    if not kind then
      refuse_word(record, "kind", "salvo does not use a record '%s'%s", record.kind, nearest(record.kind, NAMES))
    end
    local all = record:words()
    check_words(record, kind, all)
    kind.check(check, record, all)
  end
  return check.contradictions
end
