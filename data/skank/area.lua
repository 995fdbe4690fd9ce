-- Areas of effect (Weapons Descriptions): the effect of a burst on one target by its distance. The first band of the
-- weapon that contains the target and applies to it counts; a distance on the edge of a band is in it. In a band there
-- may be a roll to be hit at all, then the hit. A target inside the radius is hit without a roll (R16).

local words, hit, ability = require "words", require "hit", require "ability"

local area = {}

area.PARAMETERS = {
  words.unit("target", "figure or vehicle in the area"),
  words.TARGET_RATING, words.TARGET_WOUNDS,
  {"indoors", flag, "thrown or shot into a building"},
  {"radius", decimal(0), "of a satchel charge, in inches", default = 4, default_cell = "values.satchel-radius.value"},
  {"save", flag, "figures roll ability to escape a satchel charge", default = "yes"},
  words.ability "ability of the target, in place of the troop's",
  words.RATING_BONUS, words.DAMAGE_MODIFIER, words.INSTANT,
}

-- The satchel charge treats figures and vehicles differently, so it has a row for either; most rows are for all.
local function concerns(band, target)
  return band.targets == "all" or (band.targets == "vehicles") == words.is_vehicle(target)
end

-- A band may be wider indoors (flamethrower) or not exist there (fragments of a grenade, whose blast fills the room).
local function radius_of(band, of)
  local radius = band.radius
  if of.indoors then radius = band.radius_indoors end
  return radius == "given" and of.radius or radius
end

-- A band never kills beyond the weapon's own rating, whatever it destroys by a direct hit. So a missile, which destroys
-- anything it hits, kills up to rating 7 in its blast.
local function kills_in(band, weapon, rating, kills)
  if rating > weapon.rating then return false end
  return band.effect == "destroy" or (band.effect == "kill" and kills)
end

-- One die decides whether the target is hit: low numbers hit with fragments, and low numbers escape with a test of
-- ability, which vehicles do not have. Only the satchel charge's save can be excluded (R31): the gamemaster sets its
-- radius.
local function roll_in(band, of)
  if band.roll == "fragments" then return words.faces(words.value_of "fragments", 0), false end
  if band.roll == "none" or (band.radius == "given" and not of.save) then return words.FACES, false end
  return words.is_vehicle(of.target) and 0 or ability.faces(of.target, of.ability, 0), true
end

-- The bands of a weapon that can reach a target, from the inside out. The rating still decides the effect of a hit
-- (R8). `of` has the parameters of a question.
function area.bands(weapon, of)
  local rating = of.target_rating or of.target.rating
  local plain = hit.of(weapon, of.target, rating, {
    rating_bonus = of.rating_bonus, damage_modifier = of.damage_modifier, wounds = of.target_wounds,
    instant = of.instant,
  })
  local bands, kills = {}, plain.kills
  for band in each(tables.areas) do
    local radius = radius_of(band, of)
    if band.weapon == weapon and concerns(band, of.target) and radius then
      local one = {radius = radius, hit = {}}
      for field, value in pairs(plain) do one.hit[field] = value end
      one.hit.kills = kills_in(band, weapon, rating, kills)
      if band.max_rating and rating > band.max_rating then one.hit.is_effective = false end
      one.good, one.fails = roll_in(band, of)
      bands[#bands + 1] = one
    end
  end
  return bands
end

-- Distances after a deviation are from sines and cosines, so a burst exactly on an edge is off by some 1e-15.
local EDGE = 1e-9

-- The place of the innermost band at a distance; 0: it is outside of all.
function area.place(bands, distance)
  for i, band in ipairs(bands) do
    if distance <= band.radius + EDGE then return i end
  end
  return 0
end

function area.hits(band, face)
  return band and band.hit.is_effective and (face <= band.good) ~= band.fails
end

-- The roll in the band, then the damage roll.
function area.result(band, face, damage_face)
  return area.hits(band, face) and hit.result(band.hit, damage_face) or "no-effect"
end

-- The rating is last, because it does not matter for a target outside the area.
local function explain(band)
  if not band or not band.hit.is_effective then
    return "out of the area, or of a rating that the weapon does not affect"
  end
  local effect = hit.explain(band.hit)
  local escapes = "escapes if it passes a test of ability, with %d of %d faces"
  local fragments = "fragments hit with %d of %d faces"
  if band.fails then return {escapes:format(band.good, words.FACES), effect} end
  if band.good < words.FACES then return {fragments:format(band.good, words.FACES), effect} end
  return effect
end

area.effect = roll {
  id = "SKANK-09", name = "area-effect", chapter = "Indirect fire and areas",
  title = "one burst on one target at a known distance", section = "Weapons Descriptions", rulings = "R7 R8 R16 R31",
  parameters = words.joined({
    words.weapon("area", "grenade", "the weapon that bursts"),
    {"distance", decimal(0), "from the burst to the target, in inches", distance = true, default = 0},
  }, area.PARAMETERS),
  outcomes = hit.RESULTS,
  expectations = {{"affected", "probability that the target is affected"}},
  prepare = function(s)
    local bands = area.bands(s.weapon, s)
    s.band = bands[area.place(bands, s.distance)] or false
  end,
  dice = {d10, d10},
  resolve = function(s, face, damage_face)
    local result = area.result(s.band, face, damage_face)
    return result, {affected = result ~= "no-effect" and 1 or 0}
  end,
  explain = function(s) return explain(s.band) end,
}

return area
