-- Risk: armies attack a territory, three dice against two.

-- One die that shows what the defender loses: the highest dice are compared, then the next; equal ones cost the attacker.
local function die_of(attacker, defender)
  return sorted_pairs(attacker, d6, defender, d6)
end

local throw = roll {
  id = "RISK-01", name = "throw", chapter = "Combat", title = "one throw of the dice", section = "Combat",
  parameters = {
    {"attacker", whole(1, 3), "dice of the attacker", default = 3},
    {"defender", whole(1, 2), "dice of the defender", default = 2},
  },
  outcomes = {"defender-loses-2", "each-loses-1", "attacker-loses-2", "defender-loses-1", "attacker-loses-1"},
  dice = function(s) return {die_of(s.attacker, s.defender)} end,
  resolve = function(s, defender)
    local attacker = min(s.attacker, s.defender) - defender
    if attacker > 0 and defender > 0 then return "each-loses-1" end
    return attacker > 0 and "attacker-loses-" .. attacker or "defender-loses-" .. defender
  end,
}

local function thrown(side, armies)
  return min(armies, tables.sides[side].dice)
end

local conquest = chain {
  id = "RISK-02", name = "conquest", chapter = "Combat", title = "an attack until one side has no army left",
  section = "Combat", rulings = "R-1, R-2",
  parameters = {
    {"attackers", whole(1, 100), "armies that may attack"},
    {"defenders", whole(1, 100), "armies in the territory"},
    {"stop", whole(0, 99), "the attack ends when only so many attackers are left", default = 0},
  },
  outcomes = {"taken", "held"},
  expectations = {
    {"attackers-lost", "armies that the attacker loses"},
    {"defenders-lost", "armies that the defender loses"},
    {"throws", "throws of the dice"},
  },
  state = {attackers = whole(0, 100), defenders = whole(0, 100)},
  start = function(s) return {attackers = s.attackers, defenders = s.defenders} end,
  outcome = function(s, now)
    if now.defenders == 0 then return "taken" end
    if now.attackers <= s.stop then return "held" end
  end,
  dice = function(s, now) return {die_of(thrown("attacker", now.attackers), thrown("defender", now.defenders))} end,
  step = function(s, now, defender)
    local attacker = min(thrown("attacker", now.attackers), thrown("defender", now.defenders)) - defender
    now.attackers = now.attackers - attacker
    now.defenders = now.defenders - defender
    return true, {["attackers-lost"] = attacker, ["defenders-lost"] = defender, throws = 1}
  end,
  explain = "{attackers} armies attack {defenders}",
}

return {
  tables = {sides = {dice = whole(1, 100)}},
  procedures = {throw, conquest},
}
