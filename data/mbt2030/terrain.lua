-- The climatic zone, and the terrain of the squares of a table ("Terrain", "Minor Terrain Features"). A table is in one
-- zone: with zone=any the climate die is rolled once.

local words = require "words"

local terrain = {}

function terrain.zone_of(face) return words.row_of_die(tables.zones, face).id end

local function terrain_on(zone, face) return tables.zones[zone]["on_" .. face] end
local function is_built_up(zone, face) return face >= tables.zones[zone].built_up_from end

-- A negative number means no feature at all.
local function minor_count(zone, face) return max(0, face + tables.zones[zone].minor_modifier) end

-- For one square all dice are thrown at once, after the climate die if it decides.
local function throw(s, n) return dice(n + (s.zone == "any" and 1 or 0), d6) end

-- The zone, and what the other dice show.
function terrain.zone_and(s, first, ...)
  if s.zone == "any" then return terrain.zone_of(first), ... end
  return s.zone, first, ...
end

-- MBT-06.
local climate = roll {
  id = "MBT-06", name = "climate", chapter = "Terrain", title = "the climatic zone", section = "Terrain",
  outcomes = words.ZONES, dice = {d6}, resolve = function(s, face) return terrain.zone_of(face) end,
}

-- MBT-08.
local major_terrain = roll {
  id = "MBT-08", name = "major-terrain", chapter = "Terrain", title = "the major terrain of one square",
  section = "Terrain", parameters = {words.ZONE}, outcomes = words.TERRAINS,
  dice = function(s) return throw(s, 1) end,
  resolve = function(s, ...)
    local zone, face = terrain.zone_and(s, ...)
    return terrain_on(zone, face)
  end,
}

-- Squares one by one. The climate die comes first if it decides. When no square is left, the features of the last one
-- are still to be rolled.
local function squares(default) return {"squares", whole(1, 64), "squares of the table", default = default} end

local STATE = {zone = choice(words.joined(words.ZONES, {"any"})), squares_left = whole(0, 64), count = whole(0, 64),
               unrolled = whole(0, 12)}

local function start(s) return {zone = s.zone, squares_left = s.squares} end

local function outcome(s, now)
  if now.squares_left == 0 and now.unrolled == 0 then return now.count end
end

-- After the last die the zone does not matter.
local function forget_zone(now)
  if now.squares_left == 0 and now.unrolled == 0 then now.zone = "desert" end
end

-- MBT-09.
local major_built_up = chain {
  id = "MBT-09", name = "major-built-up", chapter = "Terrain", title = "how many squares have a major built-up area",
  section = "Terrain", parameters = {words.ZONE, squares(1)}, numbers = "0, 1, ... squares",
  expectations = {{"mbuas", "mean number of major built-up areas"}},
  state = STATE, start = start, outcome = outcome, undecided = false, dice = {d6},
  step = function(s, now, face)
    if now.zone == "any" then
      now.zone = terrain.zone_of(face)
      return false
    end
    local found = is_built_up(now.zone, face) and 1 or 0
    now.squares_left, now.count = now.squares_left - 1, now.count + found
    forget_zone(now)
    return false, {mbuas = found}
  end,
  thrown = "a roll of terrain", told = {squares_left = "squares left"},
}

-- MBT-10. Only open squares have minor features.
local minor_features = roll {
  id = "MBT-10", name = "minor-count", chapter = "Terrain", title = "how many minor terrain features a square has",
  section = "Minor Terrain Features",
  parameters = {words.ZONE, {"given-open", flag,
    "the square is open terrain; no: it is any square, and only open ones have features", default = "yes"}},
  numbers = "0, 1, ... features", expectations = {{"minor", "mean number of minor features"}},
  dice = function(s) return throw(s, s.given_open and 1 or 2) end,
  resolve = function(s, ...)
    local zone, face, square = terrain.zone_and(s, ...)
    local count = minor_count(zone, face)
    if not s.given_open and terrain_on(zone, square) ~= "open" then count = 0 end
    return count, {minor = count}
  end,
}

-- MBT-11.
local function minor_of(face) return words.row_of_die(tables.minor_features, face).id end

local minor_type = roll {
  id = "MBT-11", name = "minor-type", chapter = "Terrain", title = "the kind of a minor terrain feature",
  section = "Minor Terrain Features", outcomes = words.MINORS, dice = {d6},
  resolve = function(s, face) return minor_of(face) end,
}

-- MBT-12. The features are only averages: as outcomes they would be far too many.
local KINDS = {wood = "woods", ["built-up"] = "built-ups", hill = "hills"}

-- A square may be built up whatever its major terrain is.
local function lay_square(now, major, built_up, minor)
  local gains = {mbuas = is_built_up(now.zone, built_up) and 1 or 0}
  now.squares_left = now.squares_left - 1
  if terrain_on(now.zone, major) == "open" then
    now.count, now.unrolled = now.count + 1, minor_count(now.zone, minor)
    gains.open, gains.minor = 1, now.unrolled
  end
  return gains
end

local whole_table = chain {
  id = "MBT-12", name = "table", chapter = "Terrain", title = "the open squares of a whole table, and their features",
  section = "Terrain, Minor Terrain Features", parameters = {words.ZONE, squares(12)},
  numbers = "0, 1, ... open squares",
  expectations = {
    {"open", "mean number of open squares"}, {"minor", "minor features"}, {"woods", "woods among them"},
    {"built-ups", "built-up areas among them"}, {"hills", "hills among them"}, {"mbuas", "major built-up areas"},
  },
  state = STATE, start = start, outcome = outcome, undecided = false,
  -- A square takes three dice: major terrain, built-up area, number of features; a feature takes one for its kind.
  dice = function(s, now) return dice((now.zone == "any" or now.unrolled > 0) and 1 or 3, d6) end,
  step = function(s, now, face, ...)
    local gains
    if now.zone == "any" then
      now.zone = terrain.zone_of(face)
      return false
    elseif now.unrolled > 0 then
      now.unrolled = now.unrolled - 1
      gains = {[KINDS[minor_of(face)]] = 1}
    else
      gains = lay_square(now, face, ...)
    end
    forget_zone(now)
    return false, gains
  end,
  thrown = "a roll of terrain", told = {squares_left = "squares left", unrolled = "features left"},
}

terrain.climate = climate
terrain.procedures = {major_terrain, major_built_up, minor_features, minor_type, whole_table}

return terrain
