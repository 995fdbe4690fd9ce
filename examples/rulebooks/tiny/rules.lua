-- Tiny Tanks: a D6 to hit by range, a D6 to save; what gets through takes a hit.

-- What a shot at `target` needs on the two dice. 7 is more than a die can show: out of range.
local function aim(target, range)
  return {to_hit = tables.to_hit.gun:at(range) or 7, save = target.save}
end

local function result(shot, hit, save)
  if hit < shot.to_hit then return "miss" end
  return save < shot.save and "hurt" or "saved"
end

local shot = roll {
  id = "T-01", name = "shot", chapter = "Fire", title = "one shot", section = "page 1",
  parameters = {
    {"target", row "units", "the tank fired at"},
    {"range", decimal(0, 99), "distance in inches", brackets = "to-hit"},
  },
  outcomes = {"miss", "saved", "hurt"},
  prepare = function(s) s.shot = aim(s.target, s.range) end,
  dice = {d6, d6},
  resolve = function(s, hit, save) return result(s.shot, hit, save) end,
  explain = "{shot.to_hit} or more hits; {target.name} saves on {shot.save} or more",
}

-- Tanks fight in turns: 2 D6 for the initiative, the higher begins, then one tank of each side by turns.
local fight = battle {
  order = "alternately",
  state = {hits = whole(0, 9)},
  start = function(tank) return {hits = tank.unit.hits} end,
  strength = "hits",
  price = "points",
  speed = "speed",
  closest = 6,
  aim = function(field, by, at, now)
    local shot = aim(at.unit, now.range)
    shot.shots = by.unit.shots
    return shot
  end,
  throws = function(shot) return shot.shots end,
  dice = {d6, d6},
  resolve = function(shot, n, actor, target, hit, save)
    if result(shot, hit, save) == "hurt" then target.hits = target.hits - 1 end
  end,
  can_harm = function(shot) return shot.to_hit <= 6 and shot.save > 1 end,
  words = {
    strength = "its hits",
    attack = "a shot is fired",
    fire = "A tank fires its shots one after the other.",
    pace = "In a turn a tank moves its speed in inches.",
  },
  mirrors = true,
  duel = true,
}

return {
  tables = {
    units = {hits = whole(1, 9), save = whole(2, 7), shots = whole(1, 9), speed = whole(0, 99), points = whole(0, 999)},
    ["to-hit"] = {brackets = whole(1, 7)},
  },
  units = "units",
  procedures = {shot},
  battle = fight,
}
