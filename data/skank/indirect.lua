-- Fire Phase: Indirect Fire. Where a lobbed round lands, alone and with the effect of its burst on a target. The shot
-- is at a point: its column is that of a stationary target, and the cover and size of anything there are ignored (R15).

local words, hit, shot, area = require "words", require "hit", require "shot", require "area"

local indirect = {}

indirect.LOB = {
  words.RANGE,
  words.troop("shooter", "the shooter"),
  words.SHOOTER_MOVING,
  {"spotter", flag, "another model sees the target for the shooter"},
  words.MOUNTED,
  words.modifier("modifier", "added to the roll to be on target"),
}

-- Tenths of an inch for each pip of the D6, by range. A range on a limit belongs to the nearer band.
local function tenths_per_pip(range)
  for band in each(tables.deviation) do
    if not band.upto or range <= band.upto then return band.tenths_per_pip end
  end
end

-- The faces on target; false: no shot is permitted. R15: the target never matters. The shooter's bonus, the weapon, a
-- spotter and a mounting still count.
local function good_faces(s, weapon, reach, star)
  local number = shot.number(s.shooter_moving, false, s.range, star)
  if not number or s.range > reach then return false end
  local spotter = s.spotter and words.modifier_of "spotter" or 0
  local mounted = s.mounted and words.modifier_of "mounted" or 0
  return words.faces(number, s.shooter.to_hit + weapon.hit_modifier + s.modifier + spotter + mounted)
end

function indirect.prepare(s, weapon, reach, star)
  s.good, s.tenths = good_faces(s, weapon, reach, star), tenths_per_pip(s.range)
end

function indirect.explain(s)
  if not s.good then return "out of range, or the fire chart allows no shot" end
  return ("on target with %d of %d faces, else d6 x %.15g in off"):format(s.good, words.FACES, s.tenths / 10)
end

-- The distance from a target to an impact. The target is `offset` away from the aim point in a direction, the impact
-- `off` away in one of ten: the deviation template is a picture, which is read as ten equal sectors.
function indirect.distance(offset, bearing, off, direction)
  local at, angle = 2 * math.pi * (direction - 1) / 10, bearing * math.pi / 180
  local x = off * math.cos(at) - offset * math.cos(angle)
  local y = off * math.sin(at) - offset * math.sin(angle)
  return math.sqrt(x * x + y * y)
end

local INDIRECT = words.joined({words.weapon("indirect", "grenade", "the weapon lobbed or thrown")}, indirect.LOB,
  {words.MAX_RANGE, words.STAR})

-- A range from the user replaces the weapon's own.
local function prepare(s)
  indirect.prepare(s, s.weapon, s.max_range or shot.reach_of(s.weapon), s.star)
end

-- The roll to be on target is first, then the deviation. The outcome is in tenths of an inch.
indirect.fire = roll {
  id = "SKANK-08", name = "indirect-fire", chapter = "Indirect fire and areas",
  title = "how far from its aim point a round lands", section = "Fire Phase: Indirect Fire", rulings = "R1 R2 R15",
  parameters = INDIRECT,
  outcomes = {"#", "not-allowed"}, numbers = "inches from the aim point, 0 on target; not-allowed", parts = 10,
  expectations = {
    {"on-target", "probability that it is on target"},
    {"deviation", "mean inches off; on target counts as 0", parts = 10},
  },
  prepare = prepare,
  dice = function(s) return s.good and {d10, d6} or {} end,
  resolve = function(s, face, pips)
    if not s.good then return "not-allowed" end
    if face <= s.good then return 0, {["on-target"] = 1} end
    return pips * s.tenths, {deviation = pips * s.tenths}
  end,
  explain = indirect.explain,
}

-- Six distances and ten directions: the band of the burst at each.
local function prepare_attack(s)
  prepare(s)
  s.bands, s.off = area.bands(s.weapon, s), {}
  s.on_target = area.place(s.bands, s.offset)
  for pips = 1, 6 do
    s.off[pips] = {}
    for direction = 1, 10 do
      local distance = indirect.distance(s.offset, s.bearing, pips * s.tenths / 10, direction)
      s.off[pips][direction] = area.place(s.bands, distance)
    end
  end
end

-- On target, deviation, direction; then the dice of the burst.
indirect.attack = roll {
  id = "SKANK-10", name = "indirect-attack", chapter = "Indirect fire and areas",
  title = "a round lobbed at or near a target, and its effect",
  section = "Fire Phase: Indirect Fire; Weapons Descriptions", rulings = "R1 R2 R7 R8 R15 R16",
  parameters = words.joined(INDIRECT, {
    {"offset", decimal(0), "from the aim point to the target, in inches", distance = true, default = 0},
    {"bearing", decimal(-math.huge, math.huge), "direction from the aim point to the target, in degrees", default = 0},
  }, area.PARAMETERS),
  outcomes = words.joined({"not-allowed"}, hit.RESULTS),
  expectations = {{"affected", "probability that the target is affected"}},
  prepare = prepare_attack,
  dice = function(s) return s.good and {d10, d6, d10, d10, d10} or {} end,
  resolve = function(s, face, pips, direction, burst_face, damage_face)
    if not s.good then return "not-allowed" end
    local place = face <= s.good and s.on_target or s.off[pips][direction]
    local result = area.result(s.bands[place], burst_face, damage_face)
    return result, {affected = result ~= "no-effect" and 1 or 0}
  end,
  explain = indirect.explain,
}

return indirect
