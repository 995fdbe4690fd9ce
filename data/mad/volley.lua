-- Several attacks on one element, whatever the first ones do (6.0 "BANG!").

local attack = require "attack"

local volley = {}

volley.OUTCOMES = {"destroyed", "damaged", "unharmed"}

volley.EXPECTATIONS = {
  {"damage", "mean damage, including overkill"},
  {"hp-lost", "mean number of hit points that the target loses"},
}

volley.STATE = {fired = whole(0, 1000001), hp = whole(0, 1000000)}
volley.TOLD = {hp = "hit points left"}

function volley.start(s)
  return {hp = s.hp}
end

-- Only the total decides.
function volley.result(now, hp)
  return now.hp == 0 and "destroyed" or now.hp < hp and "damaged" or "unharmed"
end

-- Damage beyond the last hit point counts in the damage, and not in the hit points that are lost. So attacks on a
-- destroyed element go on.
function volley.hit(one, now, first, second)
  local damage = attack.damage_of(one, first, second)
  local lost = min(damage, now.hp)
  now.fired, now.hp = now.fired + 1, now.hp - lost
  return false, {damage = damage, ["hp-lost"] = lost}
end

-- The same attack so many times.

function volley.outcome(s, now, attacks)
  return now.fired == attacks and volley.result(now, s.hp) or nil
end

function volley.dice(s)
  return s.attack.dice
end

-- The level of success decides.
function volley.kind(s, first, second)
  return attack.level_of(s.attack.number, first, second)
end

function volley.step(s, now, first, second)
  return volley.hit(s.attack, now, first, second)
end

return volley
