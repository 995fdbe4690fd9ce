-- Season, hour and weather ("Time of Day and Night Fighting", "Adverse Weather Conditions"). The season and the zone
-- are the same for all parts of a question. One that is not given is rolled.

local words, terrain = require "words", require "terrain"

local SEASON = {"season", choice(words.joined(words.SEASONS, {"any"})), "season; any: the season die is rolled",
                default = "any"}

local function season_of(face) return words.row_of_die(tables.seasons, face) end

-- In the order of the throw: season, three for the hour, zone, weather.
local function dice_of(s, asks_hour, asks_weather)
  local n = (s.season == "any" and 1 or 0) + (asks_hour and 3 or 0)
  if asks_weather then n = n + (s.zone == "any" and 1 or 0) + 1 end
  return dice(n, d6)
end

-- Half of the day, and 2D6. 12 a.m. is midnight, 12 p.m. noon; the hours of dawn and dusk are inclusive (M14).
local function hour_of(season, half, first, second)
  local hour = (first + second) % 12 + (half >= words.value_of "afternoon" and 12 or 0)
  if hour < season.dawn_from or hour > season.dusk_to then return "night" end
  if hour <= season.dawn_to then return "dawn" end
  return hour < season.dusk_from and "day" or "dusk"
end

-- The row of the season, and what the other dice show.
local function season_and(s, first, ...)
  if s.season == "any" then return season_of(first), ... end
  return tables.seasons[s.season], first, ...
end

local function is_adverse(s, season, ...)
  local zone, face = terrain.zone_and(s, ...)
  return face >= season[zone]
end

-- MBT-07.
local season = roll {
  id = "MBT-07", name = "season", chapter = "Season, hour and weather", title = "the season",
  section = "Time of Day and Night Fighting", outcomes = words.SEASONS, dice = {d6},
  resolve = function(s, face) return season_of(face).id end,
}

-- MBT-13. Dawn, dusk and night are all darkness.
local hour = roll {
  id = "MBT-13", name = "hour", chapter = "Season, hour and weather",
  title = "whether the game begins at dawn, day, dusk or night", section = "Time of Day and Night Fighting",
  rulings = "M14", parameters = {SEASON}, outcomes = {"dawn", "day", "dusk", "night"},
  expectations = {{"half-range", "probability that darkness halves the ranges"}},
  dice = function(s) return dice_of(s, true, false) end,
  resolve = function(s, ...)
    local at = hour_of(season_and(s, ...))
    return at, {["half-range"] = at ~= "day" and 1 or 0}
  end,
}

-- MBT-14.
local weather = roll {
  id = "MBT-14", name = "weather", chapter = "Season, hour and weather", title = "whether the weather is adverse",
  section = "Adverse Weather Conditions", parameters = {SEASON, words.ZONE}, outcomes = {"adverse", "fair"},
  dice = function(s) return dice_of(s, false, true) end,
  resolve = function(s, ...) return is_adverse(s, season_and(s, ...)) and "adverse" or "fair" end,
}

local RANGES = {"full", "half", "quarter"}

-- MBT-15. Darkness and adverse weather both halve (M11). The factor is counted in quarters.
local conditions = roll {
  id = "MBT-15", name = "conditions", chapter = "Season, hour and weather",
  title = "the effect of hour and weather on the engagement ranges",
  section = "Time of Day and Night Fighting, Adverse Weather Conditions", rulings = "M11 M14",
  parameters = {SEASON, words.ZONE}, outcomes = RANGES,
  expectations = {{"range-factor", "mean share of a range that remains", parts = 4}},
  dice = function(s) return dice_of(s, true, true) end,
  resolve = function(s, ...)
    local at_season, half, first, second, third, fourth = season_and(s, ...)
    local halvings = (hour_of(at_season, half, first, second) ~= "day" and 1 or 0)
      + (is_adverse(s, at_season, third, fourth) and 1 or 0)
    return RANGES[halvings + 1], {["range-factor"] = 4 >> halvings}
  end,
}

return {season = season, procedures = {hour, weather, conditions}}
