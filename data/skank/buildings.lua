-- Urban Warfare: buildings blown up ("Blowing stuff up") and burned down ("Burning 'em out").

local words, hit, shot = require "words", require "hit", require "shot"

-- A building stands still and is a large target (R10). Only ratings decide whether a hit counts, as against any target
-- (R8). A building is no unit: target, target-rating, target-wounds and target-moving are accepted and have no effect.
local function prepare_demolition(s)
  shot.prepare(s)
  s.is_large, s.target_moving = s.large ~= "no", false
  s.faces, s.fires = shot.faces(s), shot.shots_asked(s)
  local one = hit.of(s.weapon, s.target, s.building_rating, {rating_bonus = s.rating_bonus})
  s.is_effective, s.collapses = one.is_effective, one.is_effective and one.kills
end

-- A hit with a weapon that kills such a rating counts as all the hits that the building takes. The count stops at its
-- rating, beyond which nothing changes.
local function demolish(s, now)
  local hits = s.collapses and s.building_rating or now.hits + 1
  now.hits = min(hits, s.building_rating)
end

local function explain_demolition(s)
  local effect = not s.is_effective and "the weapon's rating is too low" or s.collapses and "one hit destroys it"
    or ("%d hits destroy it"):format(s.building_rating)
  return {
    shot.explain(s),
    ("%s at a building of rating %d: %s"):format(words.counted(s.fires, "shot"), s.building_rating, effect),
  }
end

-- All shots are fired even after the building has collapsed: `hits` is the average over all of them.
local demolition = chain {
  id = "SKANK-27", name = "demolition", chapter = "Buildings", title = "shots at a building",
  section = "Urban Warfare: Blowing stuff up", rulings = "R1 R2 R6 R8 R9 R10 R34",
  parameters = words.joined(shot.parameters("direct", "rifle"),
    {words.rating("building-rating", "rating of the building", 1, 3)}, shot.SHOTS,
    {words.rating("prior-hits", "hits that the building took before", 0, 0)}),
  outcomes = {"standing", "collapsed", "not-allowed"}, undecided = false,
  expectations = {
    {"hits", "mean number of hits that count, including those beyond what the building can take"},
  },
  prepare = prepare_demolition,
  state = {fired = whole(0, 1000), hits = whole(0, 1000)},
  outcome = function(s, now)
    if not s.faces then return "not-allowed" end
    if now.fired < s.fires then return nil end
    return s.prior_hits + now.hits >= s.building_rating and "collapsed" or "standing"
  end,
  dice = {d10},
  kind = function(s, face) return face <= s.faces and "hit" or "miss" end,
  step = function(s, now, face)
    now.fired = now.fired + 1
    if face > s.faces or not s.is_effective then return false end
    demolish(s, now)
    return false, {hits = 1}
  end,
  thrown = "a shot", told = {hits = "hits"},
  explain = explain_demolition,
}

-- A fire grows by two a turn until it reaches the building's rating. From the next turn on it hits twice a turn, and
-- the building falls when its rating is used up (R28). No dice are thrown. A fire that starts at the building's rating
-- or above hits from the second turn on.
local function prepare_arson(s)
  local growth, hits = words.value_of "fire-growth", words.value_of "fire-hits"
  if growth == 0 or hits == 0 then
    refuse "a fire that never grows or never hits has no end; values.fire-growth and values.fire-hits must be 1 or more"
  end
  s.damaging = 1 + round_up(max(0, s.building_rating - s.fire_rating), growth)
  s.collapse = s.damaging + round_up(s.building_rating, hits)
  s.strength = s.fire_rating + growth * (min(s.turn, s.damaging) - 1)
  s.hits = min(hits * max(0, s.turn - s.damaging), s.building_rating)
end

-- The number of fighters is the fire's rating, for half as many turns, rounded up.
local arson = roll {
  id = "SKANK-28", name = "arson", chapter = "Buildings", title = "the progress of a fire",
  section = "Urban Warfare: Burning 'em out", rulings = "R28",
  parameters = {
    words.rating("building-rating", "rating of the building", 1, 5),
    words.rating("fire-rating", "rating of the fire at the beginning", 0, 1),
    words.number("turn", "turns of fire; turn 1 is the first", 1, 1000000, 1),
  },
  outcomes = {"growing", "damaging", "collapsed"},
  expectations = {
    {"fire-rating", "rating of the fire this turn"},
    {"hits", "hits of the fire so far, at most the building's rating"},
    {"collapse-turn", "turn in which the building collapses"},
    {"fighters", "figures needed to put the fire out"},
    {"fight-turns", "turns they need"},
  },
  prepare = prepare_arson,
  dice = {},
  resolve = function(s)
    return s.turn < s.damaging and "growing" or s.turn < s.collapse and "damaging" or "collapsed", {
      ["fire-rating"] = s.strength, hits = s.hits, ["collapse-turn"] = s.collapse, fighters = s.strength,
      ["fight-turns"] = round_up(s.strength, 2),
    }
  end,
}

return {procedures = {demolition, arson}}
