-- My Game: a D6 to hit, then a D6 and the gun's penetration against the target's armour.

local HIT, DESTROYED_BY = 3, 3   -- a D6 hits on 3 or more; 3 above the armour destroys

-- What a D6 needs to hit: one more after moving, and never beyond the last range.
local function to_hit(gun, range, moving)
  return gun:at(range) and HIT + (moving and 1 or 0) or 7
end

-- How many steps a hit takes: 0, 1 or 2.
local function steps(penetration, die, armour)
  local over = penetration + die - armour
  return over >= DESTROYED_BY and 2 or over > 0 and 1 or 0
end

local RESULTS = {[0] = "bounced", "damaged", "destroyed"}

local shot = roll {
  id = "MG-01", name = "shot", title = "one shot at a vehicle", chapter = "Fire", section = "page 1",
  parameters = {
    {"gun", row "guns", "the gun fired"},
    {"target", row "units", "the vehicle fired at"},
    {"range", decimal(0, 60), "distance in inches", brackets = "guns"},
    {"moving", flag, "the firer has moved"},
  },
  outcomes = {"missed", "bounced", "damaged", "destroyed"},
  expectations = {{"damage", "steps lost, of two"}},
  prepare = function(s)
    s.needs = to_hit(s.gun, s.range, s.moving)
    s.penetration = s.gun:at(s.range) or 0
  end,
  dice = {d6, d6},
  resolve = function(s, hit, die)
    if hit < s.needs then return "missed" end
    local lost = steps(s.penetration, die, s.target.armour)
    return RESULTS[lost], {damage = lost}
  end,
  explain = "{needs} or more hits; penetration {penetration} and a D6 against armour {target.armour}",
}

local fight = battle {
  order = "alternately",
  state = {steps = whole(0, 2)},   -- 2: whole, 1: damaged, 0: destroyed
  start = function(e) return {steps = 2} end,
  strength = "steps", price = "points", speed = "speed", closest = 6, brackets = "guns",
  aim = function(f, by, at, now)
    local gun = by.unit.gun
    return {needs = to_hit(gun, now.range, now.moving), penetration = gun:at(now.range) or 0, armour = at.unit.armour}
  end,
  throws = function(fire) return 1 end,
  dice = {d6, d6},
  resolve = function(fire, n, actor, target, hit, die)
    if hit >= fire.needs then
      target.steps = max(0, target.steps - steps(fire.penetration, die, fire.armour))
    end
  end,
  can_harm = function(fire) return fire.needs <= 6 and steps(fire.penetration, 6, fire.armour) > 0 end,
  duel = true,
}

return {
  tables = {
    units = {gun = row "guns", armour = whole(0, 20), speed = whole(0, 24), points = whole(0, 1000)},
    guns = {brackets = whole(0, 20)},
  },
  weapons = "guns",
  procedures = {shot},
  battle = fight,
  fire = {procedure = "shot", unit = {gun = "gun"}, target = {target = "id"}, damage = "damage", killed = "destroyed",
          harmless = {"missed", "bounced"}, price = "points", strength = "armour"},
}
