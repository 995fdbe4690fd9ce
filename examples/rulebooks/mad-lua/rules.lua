-- Micro Armour Devastation in Lua: direct fire, the fire of a listed element, duels and battles, on the tables of data/mad.

local HP, SHOTS = whole(0, 9999), whole(0, 6)

-- The attack roll (6.0 "To Hit Roll").

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

local COVER = choice {"none", "normal", "fortification"}
local RANGE = {"range", decimal(0, 100000), "distance in metres", brackets = "weapons"}
local SMALL_ARMS = {"small-arms-vehicles", flag, "may small arms fire at vehicles", default = "yes"}

local direct_fire = roll {
  id = "MAD-01", name = "direct-fire", chapter = "Direct fire", title = "one attack with one weapon",
  section = "6.0 Direct Fire", rulings = "R-01 to R-11, R-49",
  parameters = {
    {"weapon", row "weapons", "the weapon fired"},
    {"contact", flag, "base to base: range 0, no cover"},
    {"range", decimal(0, 100000), "distance in metres", brackets = "weapons", unless = "contact"},
    {"target", choice {"vehicle", "infantry"}, "what is fired at", default = "vehicle"},
    {"cover", COVER, "the target's cover", default = "none"},
    {"fort-value", whole(1, 4), "what cover=fortification adds to the target number", default = 4},
    {"moving", flag, "the firer moved this activation"},
    {"fixed", flag, "the weapon is fixed or of limited traverse (marked *)"},
    {"opportunity", flag, "opportunity fire"},
    {"large-static", flag, "the target is a building or the like"},
    SMALL_ARMS,
    {"rounding", choice {"up", "down"}, "half damage of a single success is rounded", default = "up"},
  },
  outcomes = {"miss", "single", "double", "critical", "no-shot"},
  expectations = {{"damage", "mean damage"}, {"successes", "mean number of dice that succeed"}},
  prepare = function(s) s.attack = attack_of(s) end,
  dice = function(s) return s.attack.dice end,
  resolve = function(s, first, second)
    if s.attack.refused then return "no-shot" end
    local level = level_of(s.attack.number, first, second)
    return level, {damage = s.attack.damage[level], successes = SUCCESSES[level]}
  end,
  explain = function(s) return s.weapon.name .. ": " .. words_of(s.attack) end,
}

-- What a listed element fires in one activation (6.0 "Multiple Weapons").

local function is_infantry(unit)
  return unit.mobility.target == "infantry"
end

-- "cannon-d + cannon-e*": each weapon, and whether it is fixed. Anti-aircraft weapons never fire at the ground (R-38).
local function mounts(unit)
  local list = {}
  for word in unit.weapons:gmatch("[^+ ]+") do
    local id, star = word:match("^([%w-]+)(%*?)$")
    if id then list[#list + 1] = {weapon = tables.weapons[id], fixed = star == "*"} end
  end
  return list
end

local function with(shot, more)
  local both = {}
  for key, value in pairs(shot) do both[key] = value end
  for key, value in pairs(more) do both[key] = value end
  return both
end

local function main_weapons(unit, shot)
  local attacks = {}
  for i, mount in ipairs(mounts(unit)) do attacks[i] = attack_of(with(shot, mount)) end
  return attacks
end

-- Every vehicle has a machine gun that its list does not show; it is for infantry targets only (R-11).
local function machine_gun(shot)
  return {attack_of(with(shot, {weapon = tables.weapons["small-arms"], small_arms_vehicles = false}))}
end

-- How many of the hundred throws of an attack do how much.
local function ways(attack)
  local count = {}
  for first = 1, 10 do
    for second = 1, 10 do
      local damage = damage_of(attack, first, second)
      count[damage] = (count[damage] or 0) + 1
    end
  end
  return count
end

-- The throws of n attacks.
local function throws(n)
  return n == 0 and 1 or 100 * throws(n - 1)
end

-- The hit points that attacks i and following take from `left`, over all their throws.
local function lost(attacks, i, left)
  if i > #attacks then return 0 end
  local sum, rest = 0, throws(#attacks - i)
  for damage, n in pairs(ways(attacks[i])) do
    local taken = min(damage, left)
    sum = sum + n * (taken * rest + lost(attacks, i + 1, left - taken))
  end
  return sum
end

-- What takes more hit points on average, the main weapons if they are equal.
local function best(main, gun, hp)
  return lost(gun, 1, hp) * throws(#main) > lost(main, 1, hp) * throws(1) and gun or main
end

local function check_weapons(unit, weapons, key)
  if weapons == "machine-gun" and is_infantry(unit) then
    refuse(key .. "=machine-gun: " .. unit.name .. " is no vehicle and has none; use main or best")
  end
end

-- All attacks of an activation, one after the other. Infantry uses all it has, a vehicle its main weapons or its machine
-- gun.
local function attacks_of(unit, target, weapons, shot)
  shot = with(shot, {target = is_infantry(target) and "infantry" or "vehicle"})
  local main, gun = main_weapons(unit, shot), machine_gun(shot)
  if weapons == "machine-gun" then return gun end
  if weapons == "best" and not is_infantry(unit) then return best(main, gun, target.hp) end
  return main
end

local WEAPONS = {"weapons", choice {"main", "machine-gun", "best"}, "what it fires", default = "main"}

local unit_fire = chain {
  id = "MAD-04", name = "unit-fire", chapter = "Direct fire",
  title = "one activation of a listed element against a listed element", section = "6.0 Multiple Weapons",
  rulings = "R-01 to R-13, R-38, R-41",
  parameters = {
    {"unit", row "units", "the element that fires"},
    {"target", row "units", "the element fired at"},
    RANGE, WEAPONS,
    {"moving", flag, "the firer moved this activation"},
    {"opportunity", flag, "opportunity fire"},
    {"cover", COVER, "the target's cover", default = "none"},
    SMALL_ARMS,
  },
  outcomes = {"destroyed", "damaged", "unharmed"},
  expectations = {
    {"damage", "mean of all damage, beyond what the target had left too"},
    {"hp-lost", "mean of the hit points that the target loses"},
  },
  prepare = function(s)
    check_weapons(s.unit, s.weapons, "weapons")
    s.attacks = attacks_of(s.unit, s.target, s.weapons, {
      range = s.range, cover = s.cover, moving = s.moving, opportunity = s.opportunity,
      small_arms_vehicles = s.small_arms_vehicles,
    })
  end,
  state = {fired = SHOTS, hp = HP},
  start = function(s) return {fired = 0, hp = s.target.hp} end,
  outcome = function(s, now)
    if now.fired < #s.attacks then return nil end
    return now.hp == 0 and "destroyed" or now.hp < s.target.hp and "damaged" or "unharmed"
  end,
  dice = function(s, now) return s.attacks[now.fired + 1].dice end,
  step = function(s, now, first, second)
    now.fired = now.fired + 1
    local damage = damage_of(s.attacks[now.fired], first, second)
    local taken = min(damage, now.hp)
    now.hp = now.hp - taken
    return false, {damage = damage, ["hp-lost"] = taken}
  end,
  explain = function(s)
    local lines = {}
    for i, attack in ipairs(s.attacks) do lines[i] = words_of(attack) end
    return lines
  end,
}

-- Elements in numbers (6.0 "Initiative", "Activation").

local fight = battle {
  order = "alternately",
  element = {
    {"cover", COVER, "its own cover", default = "none"},
    WEAPONS,
    {"opportunity", flag, "its shots are opportunity fire"},
  },
  enlist = function(e) check_weapons(e.unit, e.weapons, "weapons") end,
  field = {SMALL_ARMS},
  state = {hp = HP},
  start = function(e) return {hp = e.unit.hp} end,
  strength = "hp",
  price = "points",
  speed = function(e) return e.unit.mobility.distance_mm end,
  closest = 100,
  initiative = {
    dice = {d10, d10},
    first = function(field, a, b)
      if a ~= b then return a > b and "a" or "b" end
    end,
  },
  aim = function(field, by, at, now)
    return {attacks = attacks_of(by.unit, at.unit, by.weapons, {
      range = now.range, cover = at.cover, moving = now.moving, opportunity = by.opportunity,
      small_arms_vehicles = field.small_arms_vehicles,
    })}
  end,
  throws = function(fire) return #fire.attacks end,
  dice = function(fire, n) return fire.attacks[n].dice end,
  kind = function(fire, n, first, second) return level_of(fire.attacks[n].number, first, second) end,
  resolve = function(fire, n, actor, target, first, second)
    target.hp = max(0, target.hp - damage_of(fire.attacks[n], first, second))
  end,
  can_harm = function(fire)
    for _, attack in ipairs(fire.attacks) do
      if not attack.refused and attack.number <= 10 and attack.damage.critical > 0 then return true end
    end
    return false
  end,
  words = {
    strength = "its hit points",
    attack = "at least one of the weapons that it uses may fire at the target, even if it needs more than a 10",
    fire = "An element fires its weapons one after the other, in the order of its list, until the target is destroyed.",
    pace = "In a turn an element can move as far as movement.csv says for its mobility, 1 m for each mm. All elements of a "
      .. "line that moves fire on the move: at the modifier for that, and their fixed weapons not at all.",
  },
  mirrors = true,
  duel = true,
}

return {
  tables = {
    weapons = {brackets = {whole(-20, 20), blank = "-"}, damage = whole(0, 1000), anti_infantry = flag},
    modifiers = {modifier = whole(-20, 20)},
    levels = {damage_percent = whole(0, 1000)},
    values = {value = whole(0, 1000)},
    movement = {target = choice {"vehicle", "infantry"}, distance_mm = whole(0, 9999)},
    units = {hp = whole(1, 9999), weapons = text, mobility = row "movement", points = {whole(0, 9999), blank = "#"}},
  },
  units = "units", weapons = "weapons",
  procedures = {direct_fire, unit_fire},
  battle = fight,
  fire = {
    procedure = "unit-fire", unit = {unit = "id"}, target = {target = "id"}, range = "range", damage = "damage",
    killed = "destroyed", harmless = "unharmed", price = "points", strength = "hp",
  },
}
