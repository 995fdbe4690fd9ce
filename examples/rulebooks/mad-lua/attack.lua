-- The attack roll of Micro Armour Devastation (6.0 "To Hit Roll").


local function level_of(number, first, second)
  local successes = (first >= number and 1 or 0) + (second >= number and 1 or 0)
  if successes == 2 then return first == second and "critical" or "double" end
  return successes == 1 and "single" or "miss"
end

local SUCCESSES = {miss = 0, single = 1, double = 2, critical = 2}

-- Percentages round up, but a single success's half may round down (R-01).
local function damages(full, halved, rounding)
  local damage = {}
  for level in each(tables.levels) do
    local part = full * level.damage_percent
    part = rounding == "down" and level.id == "single" and part // 100 or round_up(part, 100)
    damage[level.id] = halved and round_up(part * tables.values.infantry_damage_percent.value, 100) or part
  end
  return damage
end

local function modifier(id)
  return tables.modifiers[id].modifier
end

local function cover_modifier(shot)
  if shot.contact or shot.cover == "none" then return 0 end
  if shot.cover == "fortification" then return shot.fort_value or modifier "fortification" end
  return modifier(shot.target == "infantry" and "cover-infantry" or "cover-vehicle")
end

-- Why a shot may not be taken.
local function refusal(shot, number)
  if shot.weapon.id == "small-arms" and shot.target == "vehicle" and not shot.small_arms_vehicles then
    return "it may not be fired at vehicles"
  end
  if shot.fixed and shot.moving then return "it is fixed, and the firer moves" end
  return not number and "out of range" or nil
end

-- A shot with its numbers worked out; one that may not be taken has no dice.
local function attack_of(shot)
  local number = shot.weapon:at(shot.contact and 0 or shot.range)
  local refused = refusal(shot, number)
  if refused then return {refused = refused, dice = {}} end
  local dispersed = shot.target == "infantry" and not shot.weapon.anti_infantry
  return {
    number = number + cover_modifier(shot)
      + (dispersed and modifier "infantry-target" or 0)
      + (shot.moving and not shot.large_static and modifier "moving" or 0)
      + (shot.opportunity and modifier "opportunity" or 0),
    damage = damages(shot.weapon.damage, dispersed, shot.rounding),
    dice = {d10, d10},
  }
end

local function damage_of(attack, first, second)
  return attack.refused and 0 or attack.damage[level_of(attack.number, first, second)]
end

local function words_of(attack)
  if attack.refused then return "no shot: " .. attack.refused end
  return ("needs %d or more on each die; damage %d with one success, %d with two, %d with a pair"):format(
    attack.number, attack.damage.single, attack.damage.double, attack.damage.critical)
end

return {
  level_of = level_of, SUCCESSES = SUCCESSES, damages = damages, modifier = modifier, attack_of = attack_of,
  damage_of = damage_of, words_of = words_of,
}
