-- Anti-tank grenades (6.0 "A/T Grenades"): one D10 in place of the attack roll. There are no modifiers, no levels of
-- success and no halving (R-42).

local grenades = {}

local function value(id)
  return tables.values[id].value
end

-- An attack with grenades, beside those of attack.of().
function grenades.attack()
  return {failure = value "at-grenade-failure", damage_of_a_point = value "at-grenade-damage", dice = {d10}}
end

-- The attackers are destroyed, and the target is not damaged.
function grenades.fails(one, shown)
  return shown == one.failure
end

function grenades.damage_of(one, shown)
  return grenades.fails(one, shown) and 0 or one.damage_of_a_point * shown
end

function grenades.can_harm(one)
  return one.damage_of_a_point > 0
end

function grenades.words(one)
  return ("one D10: %d destroys the attackers; any other result does damage of %d times the result"):format(one.failure,
    one.damage_of_a_point)
end

-- What they cost on top of a printed price (8.0 "Points System Calculation").
function grenades.price()
  return value "at-grenades-points"
end

return grenades
