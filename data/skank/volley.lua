-- Several shots in one fire phase: all shots of a figure at one target, a clip burned at a group of figures, and shots
-- at the tires of a vehicle.

local words, hit, shot = require "words", require "hit", require "shot"

local function aim(s)
  shot.prepare(s)
  s.faces, s.hit = shot.faces(s), shot.hit(s)
  s.fires = shot.shots_asked(s)
end

-- Shots are fired whatever the state of the target. Those at a dead one are wasted (R35) but still count as hits.
local function goes_on(s, now)
  return s.faces and now.fired < s.fires
end

local function hits(s, face) return face <= s.faces and "hit" or "miss" end

local function explain_shots(s)
  return {shot.explain(s), words.counted(s.fires, "shot")}
end

-- Direct Fire. Counts and states are outcomes of one procedure, because target= decides which of them occur.

local VOLLEY = {fired = whole(0, 1000), suffered = whole(0, 1000), marks = whole(0, hit.DESTROYED)}

local function volley_outcome(s, now)
  if not s.faces then return "not-allowed" end
  if goes_on(s, now) then return nil end
  return s.hit.is_vehicle and hit.state_of(now.marks) or now.suffered
end

-- A wound is limited to what the figure has left. The kill is counted once.
local function wound(s, now)
  local left = s.hit.wounds - now.suffered
  local lost = min(hit.wounds_taken(s.hit), left)
  now.suffered = now.suffered + lost
  return {hits = 1, wounds = lost, kill = lost > 0 and lost == left and 1 or 0}
end

-- Later hits on a wreck change nothing.
local function damage(s, now, face)
  local before = now.marks
  now.marks = hit.marks_after(s.hit, before, face)
  return {hits = 1, kill = now.marks == hit.DESTROYED and before ~= hit.DESTROYED and 1 or 0}
end

local volley = chain {
  id = "SKANK-02", name = "volley", chapter = "Fire phase",
  title = "all shots of one figure or gunner at one target", section = "Fire Phase: Direct Fire",
  rulings = "R1 R2 R4 R5 R6 R7 R8 R9 R10 R34 R35",
  parameters = words.joined(shot.parameters("direct", "rifle"), shot.SHOTS),
  outcomes = words.joined({"#"}, hit.STATES, {"not-allowed"}), undecided = false,
  numbers = "wounds of a figure 0, 1, ... all of them; a vehicle intact, damaged, disarmed, immobile, "
    .. "immobile-disarmed, destroyed; not-allowed",
  expectations = {
    {"hits", "mean number of hits, including those without effect"},
    {"wounds", "mean number of wounds of a figure, at most what it has"},
    {"kill", "probability that the target is killed or destroyed"},
  },
  expects = function(s, name) return name ~= "wounds" or not s.hit.is_vehicle end,
  prepare = aim,
  state = VOLLEY, outcome = volley_outcome,
  dice = function(s) return dice(hit.rolls_damage(s.hit) and 2 or 1, d10) end,
  kind = function(s, face, damage_face)
    return face > s.faces and "miss" or damage_face and s.hit.damage[damage_face] or "hit"
  end,
  step = function(s, now, face, damage_face)
    now.fired = now.fired + 1
    if face > s.faces then return false end
    return false, s.hit.is_vehicle and damage(s, now, damage_face) or wound(s, now)
  end,
  thrown = "a shot", told = {suffered = "wounds suffered"},
  explain = function(s) return words.and_also(explain_shots(s), hit.explain(s.hit)) end,
}

-- "Burning the Clip": submachine guns and assault rifles may empty the clip in one turn, at figures that are close
-- together; the next turn is for reloading. It is exactly three shots, whatever attacks the figure has (R11).

local function prepare_clip(s)
  shot.prepare(s)
  s.faces, s.hit = shot.faces(s), shot.hit(s)
  s.fires = words.value_of "clip-shots"
  if s.hit.is_vehicle then
    refuse(("target=%s: a clip is fired at figures, not at vehicles"):format(s.target.id))
  end
end

-- Each hit wounds the figure in front; when it dies, hits wound the next one. With an instant kill each hit removes a
-- figure.
local function kills_of(s, hits)
  local wounds = hit.wounds_taken(s.hit)
  if wounds == 0 then return 0 end
  return min(wounds == s.hit.wounds and hits or hits // s.hit.wounds, s.models)
end

local burn_clip = chain {
  id = "SKANK-03", name = "burn-clip", chapter = "Fire phase", title = "a whole clip at figures that stand together",
  section = "Fire Phase: Burning the Clip", rulings = "R1 R2 R7 R8 R11 R34 R35",
  parameters = words.and_also(shot.parameters("clip", "smg"),
    words.number("models", "identical figures within 4 inches of each other", 1, 1000, 1)),
  outcomes = {"#", "not-allowed"}, undecided = false,
  numbers = "figures killed 0, 1, ... 3; not-allowed",
  expectations = {
    {"hits", "mean number of hits, including those without effect"},
    {"kills", "mean number of figures killed"},
  },
  prepare = prepare_clip,
  state = {fired = whole(0, 1000), hits = whole(0, 1000)},
  outcome = function(s, now)
    if not s.faces then return "not-allowed" end
    if not goes_on(s, now) then return kills_of(s, now.hits) end
  end,
  dice = {d10}, kind = hits,
  step = function(s, now, face)
    now.fired = now.fired + 1
    if face > s.faces then return false end
    now.hits = now.hits + 1
    return false, {hits = 1, kills = kills_of(s, now.hits) - kills_of(s, now.hits - 1)}
  end,
  thrown = "a shot of the clip", told = {hits = "hits"},
  explain = function(s)
    return words.and_also(explain_shots(s), hit.explain(s.hit),
      words.counted(s.models, "figure") .. "; the next turn is spent reloading")
  end,
}

-- Special and Optional Rules C. Half the tires of a vehicle, rounded up, stop it. They are harder to hit by 2, and
-- ratings do not protect them (R8). Vehicles with tracks have none.

local function prepare_tires(s)
  if not words.is_vehicle(s.target) then
    refuse(("target=%s: a figure has no tires; name a vehicle"):format(s.target.id))
  end
  shot.prepare(s)
  s.modifier = s.modifier + words.modifier_of "tire"
  s.faces, s.fires = shot.faces(s), shot.shots_asked(s)
  s.all = s.target.tires and (s.tires or s.target.tires) or 0
end

local tire_shot = chain {
  id = "SKANK-30", name = "tire-shot", chapter = "Optional rules", title = "shots at the tires of a vehicle",
  section = "Special and Optional Rules C", rulings = "R1 R2 R6 R8 R34",
  parameters = words.joined(shot.parameters("direct", "rifle", "car"), shot.SHOTS, {
    words.in_place("tires", "tires of the vehicle, in place of its class's", 1, 100),
    words.number("prior", "tires shot out before", 0, 100, 0),
  }),
  outcomes = {"mobile", "immobilized", "not-allowed"}, undecided = false,
  expectations = {{"tires", "mean number of tires shot out, at most those left"}},
  prepare = prepare_tires,
  state = {fired = whole(0, 1000), lost = whole(0, 1000)},
  outcome = function(s, now)
    if not s.faces or s.all == 0 then return "not-allowed" end
    if goes_on(s, now) then return nil end
    return 2 * (s.prior + now.lost) >= s.all and "immobilized" or "mobile"
  end,
  dice = {d10}, kind = hits,
  -- Hits beyond the last tire do not count, because there is nothing left to hit.
  step = function(s, now, face)
    now.fired = now.fired + 1
    if face > s.faces or s.prior + now.lost >= s.all then return false end
    now.lost = now.lost + 1
    return false, {tires = 1}
  end,
  thrown = "a shot at the tires", told = {lost = "tires lost"},
  explain = function(s)
    return words.and_also(explain_shots(s), s.all == 0 and "it runs on tracks" or
      ("%d of %d tires shot out before; losing half of them stops it"):format(s.prior, s.all))
  end,
}

return {volley = volley, burn_clip = burn_clip, tire_shot = tire_shot}
