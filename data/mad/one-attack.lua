-- One attack as a whole question: its level of success, and what that means for a target with so many hit points.

local attack = require "attack"

local one_attack = {}

one_attack.LEVELS = {"miss", "single", "double", "critical"}
one_attack.OUTCOMES = {"miss", "single", "double", "critical", "no-shot"}

one_attack.EXPECTATIONS = {
  {"damage", "mean damage"},
  {"successes", "mean number of dice that succeed"},
  {"kill", "probability that the damage is at least hp"},
}

-- Without hit points there is nothing to destroy.
function one_attack.expects(s, name)
  return name ~= "kill" or s.hp ~= nil
end

function one_attack.kill(s, damage)
  return s.hp and damage >= s.hp and 1 or 0
end

function one_attack.dice(s)
  return s.attack.refused and {} or {d10, d10}
end

function one_attack.resolve(s, first, second)
  if s.attack.refused then return "no-shot" end
  local level = attack.level_of(s.attack.number, first, second)
  local damage = s.attack.damage[level]
  return level, {damage = damage, successes = attack.SUCCESSES[level], kill = one_attack.kill(s, damage)}
end

return one_attack
