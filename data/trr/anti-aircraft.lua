-- Aircraft against each other and fire at them (section 12).

local words, aircraft, anti_tank = require "words", require "aircraft", require "anti-tank"

-- Air To Air Combat. The higher die attacks, delayed by the lower. The book does not mention equal dice here. As with
-- the initiative they are thrown again (R-01), or send both off and count no delay.
local air_to_air = chain {
  id = "TRR-37", name = "air-to-air", chapter = aircraft.CHAPTER, title = "whose fighters attack",
  section = "12 Air To Air Combat",
  parameters = {{"ties", choice {"reroll", "both-off"}, "equal dice", default = "reroll"}},
  outcomes = {"a", "b", "both-off"}, undecided = false,
  expectations = {{"delay", "mean number of moves that the attack is delayed"}},
  state = {attacks = choice {"open", "a", "b", "both-off"}},
  outcome = function(s, now) return now.attacks ~= "open" and now.attacks or nil end,
  dice = {d10, d10},
  step = function(s, now, a, b)
    if a == b then
      if s.ties == "both-off" then now.attacks = "both-off" end
      return false
    end
    now.attacks = a > b and "a" or "b"
    return false, {delay = min(a, b)}
  end,
  told = {},
}

-- Anti-Aircraft Fire. Altitude replaces range; no movement, aspect or concealment (R-33).

-- A dive begins at medium altitude, but its target may fire when the aircraft is low.
local function altitude_of(s)
  if s.altitude ~= "dive" then return s.altitude end
  return s.firer == "target" and "low" or "medium"
end

-- Transports are easier by one, armour and jets harder by one.
local function defence(s)
  local build = s.build ~= "normal" and tables.aircraft_defences[s.build].defence or 0
  return tables.aircraft_defences[s.engines].defence + build
end

-- A "-" in the table is an altitude that the firer does not reach: nil.
local function modifier_of(s)
  local row = tables.anti_aircraft[s.firer]
  local altitude = row[altitude_of(s)]
  return row.factor and altitude and row.factor + altitude - defence(s)
end

-- The outcome of so many markers, if the firers have done.
local HURT = {[0] = "unhurt", "one-marker", "two-markers"}

-- Earlier markers count towards an abort, and the average excludes them. Markers are counted up to the number that
-- aborts, so that more of them are no further states. The firers stop at an abort: the aircraft throws for a crash.
local aa_fire = chain {
  id = "TRR-38", name = "aa-fire", chapter = aircraft.CHAPTER, title = "fire at an aircraft",
  section = "12 Anti-Aircraft Fire", rulings = "R-33",
  parameters = {
    {"firer", choice {"target", "light-30", "light-40", "heavy"},
     "the firer: the target of the attack, or anti-aircraft guns", default = "light-40"},
    words.altitude "the altitude of the aircraft",
    {"engines", choice {"glider", "single", "twin", "multi"}, "its engines; a glider or helicopter",
     default = "single"},
    {"build", choice {"normal", "transport", "armoured"}, "transport or light observation; armoured or jet",
     default = "normal"},
    {"shots", whole(1, 6), "firers, one after another until the aircraft aborts", default = 1},
    words.aircraft_damage " before",
  },
  outcomes = {"unhurt", "one-marker", "two-markers", "crashed", "aborted", "no-fire"}, undecided = false,
  expectations = {anti_tank.MARKERS_EXPECTED},
  prepare = function(s)
    s.modifier = modifier_of(s) or false
    s.abort = words.value "abort"
  end,
  state = {fired = whole(0, 6), markers = whole(0, 3), over = choice {"no", "crashed", "aborted"}},
  start = function(s) return {fired = 0, markers = s.aircraft_damage, over = "no"} end,
  outcome = function(s, now)
    if not s.modifier then return "no-fire" end
    if now.over ~= "no" then return now.over end
    return now.markers < s.abort and now.fired == s.shots and HURT[now.markers] or nil
  end,
  dice = {d10},
  step = function(s, now, die)
    if now.markers >= s.abort then
      now.over = die <= words.value "crash" and "crashed" or "aborted"
      return false
    end
    local markers = anti_tank.markers(die + s.modifier)
    now.fired, now.markers = now.fired + 1, min(now.markers + markers, s.abort)
    return false, {markers = markers}
  end,
  told = {},
  explain = function(s)
    return s.modifier and ("%s, score D10 %+d"):format(words.counted(s.shots, "shot"), s.modifier) or {}
  end,
}

return {procedures = {air_to_air, aa_fire}}
