-- The attack roll (6.0 "To Hit Roll", "BANG!"): whether a shot is permitted, which number it needs, and what each level
-- of success does.

local grenades = require "grenades"

local attack = {}

-- Any pair of equal dice that both succeed is a critical, not only a pair of tens (R-06).
function attack.level_of(number, first, second)
  local successes = (first >= number and 1 or 0) + (second >= number and 1 or 0)
  if successes == 2 then return first == second and "critical" or "double" end
  return successes == 1 and "single" or "miss"
end

attack.SUCCESSES = {miss = 0, single = 1, double = 2, critical = 2}

-- Percentages of the damage round up, but a single success's half may round down (R-01). Infantry's half follows, and
-- always rounds up (R-02).
function attack.damages(full, halved, rounding)
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

-- At most one line of cover applies, and none in contact (R-08). A fortification has its own value, which fire may have
-- lowered (MAD-13).
local function for_cover(shot)
  if shot.contact or shot.cover == "none" then return 0 end
  if shot.cover == "fortification" then return shot.fort_value or modifier "fortification" end
  return modifier(shot.target == "infantry" and "cover-infantry" or "cover-vehicle")
end

-- Infantry is harder to hit for most weapons, and takes half damage from the same ones.
local function is_dispersed(shot)
  return shot.target == "infantry" and not shot.weapon.anti_infantry
end

-- All other lines add up (R-08). A large static target cancels the line for moving and nothing else (R-09). Opportunity
-- fire is an ordinary line (R-49).
local function for_infantry(shot) return is_dispersed(shot) and modifier "infantry-target" or 0 end
local function for_moving(shot) return shot.moving and not shot.large_static and modifier "moving" or 0 end
local function for_opportunity(shot) return shot.opportunity and modifier "opportunity" or 0 end

-- Base to base counts as range 0 (R-07, 1.3).
local function range_of(shot)
  return shot.contact and 0 or shot.range
end

-- Why a shot may not be taken. A fixed weapon may not fire if its element has moved; turning on the spot is not moving
-- (R-10). Small arms may fire at vehicles if the players agree (R-11).
local function refusal(shot, number)
  if shot.weapon.id == "small-arms" and shot.target == "vehicle" and not shot.small_arms_vehicles then
    return "it may not be fired at vehicles"
  end
  if shot.fixed and shot.moving then return "it is fixed, and the firer moves" end
  return not number and "out of range" or nil
end

-- A shot with its numbers worked out; one that may not be taken has no dice. The number is not limited (R-05).
function attack.of(shot)
  local number = shot.weapon:at(range_of(shot))
  local refused = refusal(shot, number)
  if refused then return {refused = refused, dice = {}} end
  return {
    number = number + for_cover(shot) + for_infantry(shot) + for_moving(shot) + for_opportunity(shot),
    damage = attack.damages(shot.weapon.damage, is_dispersed(shot), shot.rounding),
    dice = {d10, d10},
  }
end

-- An attack with grenades has a failure in place of a number.
function attack.damage_of(one, first, second)
  if one.failure then return grenades.damage_of(one, first) end
  return one.refused and 0 or one.damage[attack.level_of(one.number, first, second)]
end

-- Results of one kind do the same to the target and to the attackers.
function attack.kind_of(one, first, second)
  if one.refused then return "-" end
  return one.failure and first or attack.level_of(one.number, first, second)
end

-- Only grenades can destroy those who use them.
function attack.destroys_attackers(one, first)
  return one.failure ~= nil and grenades.fails(one, first)
end

function attack.can_harm(one)
  if one.failure then return grenades.can_harm(one) end
  return not one.refused and one.number <= 10 and one.damage.critical > 0
end

-- Words.

local COVER_WORDS = {none = "in the open", normal = "in normal cover", fortification = "in a fortification"}

function attack.target_words(shot, target)
  target = target or (shot.target == "infantry" and "infantry" or "a vehicle")
  local distance = shot.contact and "base to base" or ("%.15g m away"):format(shot.range)
  return ("at %s %s, %s"):format(target, COVER_WORDS[shot.cover], distance)
end

local function need_words(number)
  if number > 10 then return ("needs %d, more than a die can show"):format(number) end
  if number <= 1 then return ("needs %d, which every die shows"):format(number) end
  return ("needs %d or more on each die"):format(number)
end

-- Lines of an attack: what it needs, of what that is made, and what it does. `base` is the number of the table, in
-- words; `addends` are pairs of a number and its reason.
function attack.lines(name, one, base, addends)
  if one.refused then return {name .. ": no shot: " .. one.refused} end
  local number, parts = one.number, ""
  for _, addend in ipairs(addends) do
    number = number - addend[1]
    if addend[1] ~= 0 then parts = parts .. (", %+d for %s"):format(addend[1], addend[2]) end
  end
  return {
    ("%s: %s (%d %s%s)"):format(name, need_words(one.number), number, base, parts),
    ("  damage %d with one success, %d with two, %d with a pair"):format(one.damage.single, one.damage.double,
      one.damage.critical),
  }
end

function attack.explain(shot)
  local one = attack.of(shot)
  local base = not one.refused and ("in the %.15g m column"):format(shot.weapon:upto(range_of(shot)))
  return attack.lines(shot.weapon.name, one, base, {
    {for_infantry(shot), "infantry as the target"}, {for_cover(shot), "cover"},
    {for_moving(shot), "firing on the move"}, {for_opportunity(shot), "opportunity fire"},
  })
end

return attack
