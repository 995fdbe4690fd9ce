-- Weapons Descriptions: Auto Grenade Launcher. The first grenade follows the rules of indirect fire. Each further one
-- lands d6 inches in a random direction from the first, whatever the range (R14). The target is at the aim point.

local words, hit, shot, area = require "words", require "hit", require "shot", require "area"
local indirect = require "indirect"

-- What the dice of a burst do in each band, as one text.
local function effects_of(bands)
  local effects = {}
  for face = 1, words.FACES do
    effects[face] = {}
    for damage_face = 1, words.FACES do
      local results = {}
      for i, band in ipairs(bands) do results[i] = area.result(band, face, damage_face) end
      effects[face][damage_face] = table.concat(results, " ")
    end
  end
  return effects
end

-- The first grenade lands on target, or 1 to 6 pips off: place 0 to 6. All directions are alike, so it is assumed to
-- have gone in one, and the target is in the opposite one.
local function prepare(s)
  local launcher = tables.weapons["auto-grenade-launcher"]
  indirect.prepare(s, launcher, shot.reach_of(launcher), "zero")
  s.bands = area.bands(launcher, {
    target = s.target, target_rating = s.target_rating, target_wounds = s.target_wounds, indoors = s.indoors,
  })
  s.effects = effects_of(s.bands)
  s.is_vehicle, s.wounds = words.is_vehicle(s.target), s.target_wounds or words.wounds_of(s.target)
  s.first, s.further = {}, {}
  for place = 0, 6 do
    local off = place * s.tenths / 10
    s.first[place], s.further[place] = area.place(s.bands, off), {}
    for pips = 1, 6 do
      s.further[place][pips] = {}
      for direction = 1, 10 do
        s.further[place][pips][direction] = area.place(s.bands, indirect.distance(off, 180, pips, direction))
      end
    end
  end
end

-- A figure that is wounded but alive is `wound`, whatever number of wounds it lost.
local function outcome(s, now)
  if not s.good then return "not-allowed" end
  if now.fired < s.grenades then return nil end
  if s.is_vehicle then return hit.state_of(now.marks) end
  return now.lost == 0 and "no-effect" or now.lost < s.wounds and "wound" or "killed"
end

-- Each grenade counts separately: wounds add up, and damage accumulates on a vehicle.
local function burst(s, now, band, face, damage_face)
  if not area.hits(band, face) then return end
  if s.is_vehicle then
    now.marks = hit.marks_after(band.hit, now.marks, damage_face)
  else
    now.lost = min(now.lost + hit.wounds_taken(band.hit), s.wounds)
  end
end

return chain {
  id = "SKANK-11", name = "auto-grenades", chapter = "Indirect fire and areas",
  title = "an automatic grenade launcher at one target", section = "Weapons Descriptions: Auto Grenade Launcher",
  rulings = "R1 R2 R7 R8 R14 R15 R16",
  parameters = words.and_also(indirect.LOB,
    {"grenades", whole(1, 100), "total number of grenades", default = 3, default_cell = "values.grenades.value"},
    words.unit("target", "figure or vehicle at the aim point"),
    words.TARGET_WOUNDS, words.TARGET_RATING,
    {"indoors", flag, "shot into a building"}),
  outcomes = words.joined({"no-effect", "wound", "killed"}, hit.STATES, {"not-allowed"}), undecided = false,
  prepare = prepare,
  state = {fired = whole(0, 100), place = whole(0, 6), lost = whole(0, 1000), marks = whole(0, hit.DESTROYED)},
  outcome = outcome,
  -- The first: on target, and how far off. The others: in which direction, and how far. Then the dice of the burst.
  dice = {d10, d6, d10, d10},
  kind = function(s, first, pips, face, damage_face)
    return first .. " " .. pips .. " " .. s.effects[face][damage_face]
  end,
  step = function(s, now, first, pips, face, damage_face)
    if now.fired == 0 then
      now.place = first <= s.good and 0 or pips
      burst(s, now, s.bands[s.first[now.place]], face, damage_face)
    else
      burst(s, now, s.bands[s.further[now.place][pips][first]], face, damage_face)
    end
    now.fired = now.fired + 1
    if now.fired == s.grenades then now.place = 0 end -- it no longer matters
    return false
  end,
  thrown = "a grenade", told = {},
  explain = function(s)
    if s.grenades == 1 then return indirect.explain(s) end
    return {indirect.explain(s), ("%d more d6 in from there"):format(s.grenades - 1)}
  end,
}
