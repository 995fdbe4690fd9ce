-- Whether a target is seen, located by a test or out of sight (section 5; section 13 "Weather and Night").

local words = require "words"

-- A target that fires is seen at least this far, and is no longer concealed. So it needs no test.
local function sight_of_firing(s, row)
  return {seen = max(row[s.posture], words.value(s.firing .. "-fire-cm"))}
end

-- Posture and fire of a sniper do not matter: it is never simply seen, and only the test of foot locates it. Weather
-- takes centimetres off for snipers and concealed targets only; for all others it lowers the cap.
local function sight_of(s)
  local row = tables.location[(s.target == "foot" or s.target == "sniper") and "foot" or "vehicle"]
  local less = tables.weather[s.weather].location_less_cm
  if s.target == "sniper" then return {test = row.test - less, needed = row.needed} end
  if s.firing ~= "none" then return sight_of_firing(s, row) end
  if s.posture ~= "concealed" then return {seen = row[s.posture]} end
  return {seen = row.concealed - less, test = row.test - less, needed = row.needed}
end

-- The distance to which anything is seen.
local function cap(s)
  return words.value "sight-cm" * tables.weather[s.weather].sight_percent / 100
end

-- What happens at the distance: a test is needed only between certain sight and the farthest test.
local function result(s)
  local seen, test = s.sight.seen, s.sight.test
  if s.distance > s.cap then return "out-of-sight" end
  if seen and s.distance <= seen then return "seen" end
  return test and s.distance <= test and "test" or "out-of-sight"
end

local function explain(s)
  local seen, test = s.sight.seen, s.sight.test
  local text = "Never seen without a test"
  if seen and seen >= 0 then text = ("Seen to %.15g cm"):format(min(seen, s.cap)) end
  if test and test >= 0 then text = text .. (", located to %.15g cm on %d or more"):format(test, s.sight.needed) end
  return text .. ("; nothing is seen beyond %.15g cm"):format(s.cap)
end

-- Beyond any sight: the cap is 150 cm in clear weather.
local FARTHEST = 200

-- In fog the range of fire is beyond the end of sight.
local function brackets(s)
  local ends = {}
  for _, upto in ipairs {s.sight.seen or -1, s.sight.test or -1, s.cap} do
    if 0 <= upto and upto <= FARTHEST then ends[#ends + 1] = upto end
  end
  return ends
end

local location = roll {
  id = "TRR-04", name = "location", chapter = "Observation", title = "whether a target is seen or located",
  section = "5 Observation; 13 Weather and Night",
  parameters = {
    {"target", choice {"vehicle", "heavy-weapon", "foot", "sniper"}, "what the observer looks for",
     default = "vehicle"},
    {"posture", choice {"open", "moving", "edge", "concealed"}, "the position of the target", default = "open"},
    {"firing", choice {"none", "light", "heavy"}, "small arms, machine guns and mortars are light", default = "none"},
    {"weather", choice {"clear", "moonlight", "mist", "fog"}, "weather and night", default = "clear"},
    {"distance", decimal(0, FARTHEST), "distance in cm", default = 30, bracketed = true, aliases = "range"},
  },
  outcomes = {"seen", "located", "not-located", "out-of-sight"},
  expectations = {{"known", "probability that the target is seen or located"}},
  brackets = brackets,
  prepare = function(s)
    s.sight = sight_of(s)
    s.cap = cap(s)
    s.result = result(s)
  end,
  dice = function(s) return s.result == "test" and {d10} or {} end,
  resolve = function(s, die)
    if s.result == "out-of-sight" then return s.result end
    if s.result == "seen" then return "seen", {known = 1} end
    local is_located = die >= s.sight.needed
    return is_located and "located" or "not-located", {known = is_located and 1 or 0}
  end,
  explain = explain,
}

return {procedures = {location}}
