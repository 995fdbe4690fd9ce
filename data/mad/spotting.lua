-- Spotting (7.0) and line of sight (4.0).

local words = require "words"

local function line(id)
  return tables.spotting_modifiers[id].modifier
end

-- One line of cover at most, and none in contact (R-08). A fortification keeps its full value, even if fire has lowered
-- it (R-17).
local function cover_line(s)
  if s.contact or s.cover == "none" then return 0 end
  return line(s.cover == "normal" and "cover" or "fortification")
end

-- The spotter's allowance and the last column both limit the range. An aircraft is always moving.
local function try_of(s)
  local range = s.contact and 0 or s.range
  local number = range <= s.spotter.allowance_m and tables.spotting[s.tech]:at(range)
  if not number then return {range = range} end
  local lines = {
    {s.target_moving and line "target-moving" or 0, "a moving target"},
    {cover_line(s), "cover"},
    {(s.spotter_moving or s.spotter.always_moving) and line "spotter-moving" or 0, "a moving spotter"},
  }
  local needed = number
  for _, one in ipairs(lines) do needed = needed + one[1] end
  return {range = range, number = number, lines = lines, needed = needed}
end

local function words_of(s)
  local try = s.try
  if not try.number then
    return ("No roll: %.15g m is beyond the spotting allowance of %d m"):format(try.range, s.spotter.allowance_m)
  end
  local text = ("%d or more on %s (%d at %.15g m"):format(
    try.needed, s.dice == "two" and "either of two D10" or "one D10", try.number, try.range)
  for _, one in ipairs(try.lines) do
    if one[1] ~= 0 then text = text .. (", %+d for %s"):format(one[1], one[2]) end
  end
  return text .. ")"
end

local spotting = roll {
  id = "MAD-07", name = "spotting", chapter = "Spotting and line of sight", title = "one line of sight, one try",
  section = "7.0 Spotting", rulings = "R-07, R-08, R-14",
  parameters = {
    {"range", decimal(0), "distance in metres", brackets = "spotting", unless = "contact"},
    {"spotter", row "spotters", "the spotter", default = "infantry"},
    {"target-moving", flag, "the target is moving"},
    {"spotter-moving", flag, "the spotter is moving; an aircraft always is"},
    words.CONTACT,
    words.cover("cover", "the target's cover"),
    words.TECH,
    {"dice", choice {"one", "two"}, "D10 thrown; one of them must succeed", default = "one"},
  },
  outcomes = {"spotted", "hidden", "no-roll"},
  prepare = function(s) s.try = try_of(s) end,
  -- The rule of two dice is about firing: one D10 is thrown (R-14).
  dice = function(s)
    if not s.try.number then return {} end
    return s.dice == "two" and {d10, d10} or {d10}
  end,
  resolve = function(s, ...)
    if not s.try.number then return "no-roll" end
    return max(...) >= s.try.needed and "spotted" or "hidden"
  end,
  explain = words_of,
}

-- If players cannot agree whether an element is seen, chance decides.
local line_of_sight = roll {
  id = "MAD-10", name = "line-of-sight", chapter = "Spotting and line of sight", title = "a disputed line of sight",
  section = "4.0 Line of sight",
  outcomes = {"clear", "blocked"},
  dice = function() return {chance(tables.chances["line-of-sight"].percent, 100)} end,
  resolve = function(s, is_clear) return is_clear and "clear" or "blocked" end,
}

return {spotting = spotting, line_of_sight = line_of_sight}
