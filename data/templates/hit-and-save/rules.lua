-- My Game: a D6 to hit by range, a D6 to save; what gets through takes hits.

-- What a gun needs at a range: the first column that covers it, one more after moving. Beyond the last it cannot hit.
local function to_hit(gun, range, moving)
  local needs = gun:at(range)
  return needs and needs + (moving and 1 or 0) or 7
end

local shot = roll {
  id = "MG-01", name = "shot", title = "one shot at a unit", chapter = "Fire", section = "page 1",
  parameters = {
    {"gun", row "guns", "the gun fired"},
    {"target", row "units", "the unit fired at"},
    {"range", decimal(0, 60), "distance in inches", brackets = "guns"},
    {"moving", flag, "the firer has moved"},
    {"cover", flag, "the target is in cover and saves one better"},
  },
  outcomes = {"miss", "saved", "hurt"},
  expectations = {{"damage", "hits lost"}},
  prepare = function(s)
    s.needs = to_hit(s.gun, s.range, s.moving)
    s.saves = max(2, s.target.save - (s.cover and 1 or 0))
  end,
  dice = {d6, d6},
  resolve = function(s, hit, save)
    if hit < s.needs then return "miss" end
    if save >= s.saves then return "saved" end
    return "hurt", {damage = s.gun.damage}
  end,
  explain = "{gun.name}: {needs} or more hits; {target.name} saves on {saves} or more",
}

local fight = battle {
  order = "alternately",
  state = {hits = whole(0, 12)},
  start = function(e) return {hits = e.unit.hits} end,
  strength = "hits", price = "points", speed = "speed", closest = 6, brackets = "guns",
  aim = function(f, by, at, now)
    local gun = by.unit.gun
    return {needs = to_hit(gun, now.range, now.moving), saves = at.unit.save, damage = gun.damage, shots = by.unit.shots}
  end,
  throws = function(fire) return fire.shots end,
  dice = {d6, d6},
  resolve = function(fire, n, actor, target, hit, save)
    if hit >= fire.needs and save < fire.saves then target.hits = max(0, target.hits - fire.damage) end
  end,
  can_harm = function(fire) return fire.needs <= 6 and fire.saves > 1 end,
  duel = true,
}

return {
  tables = {
    units = {gun = row "guns", shots = whole(1, 9), hits = whole(1, 12), save = whole(2, 7), speed = whole(0, 24),
             points = whole(0, 1000)},
    guns = {damage = whole(1, 6), brackets = whole(2, 7)},
  },
  weapons = "guns",
  procedures = {shot},
  battle = fight,
  fire = {procedure = "shot", unit = {gun = "gun"}, target = {target = "id"}, damage = "damage",
          harmless = {"miss", "saved"}, price = "points", strength = "hits"},
}
