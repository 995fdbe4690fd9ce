-- Direct fire: one weapon, and a listed element.

local words, roll_of = require "words", require "attack"

local direct_fire = roll {
  id = "MAD-01", name = "direct-fire", chapter = "Direct fire", title = "one attack with one weapon",
  section = "6.0 Direct Fire", rulings = "R-01 to R-11, R-49",
  parameters = {
    {"weapon", row "weapons", "the weapon fired"},
    {"contact", flag, "base to base: range 0, no cover"},
    {"range", decimal(0, 100000), "distance in metres", brackets = "weapons", unless = "contact"},
    {"target", choice {"vehicle", "infantry"}, "what is fired at", default = "vehicle"},
    {"cover", words.COVER, "the target's cover", default = "none"},
    {"fort-value", whole(1, 4), "what cover=fortification adds to the target number", default = 4},
    {"moving", flag, "the firer moved this activation"},
    {"fixed", flag, "the weapon is fixed or of limited traverse (marked *)"},
    {"opportunity", flag, "opportunity fire"},
    {"large-static", flag, "the target is a building or the like"},
    words.SMALL_ARMS,
    {"rounding", choice {"up", "down"}, "half damage of a single success is rounded", default = "up"},
  },
  outcomes = {"miss", "single", "double", "critical", "no-shot"},
  expectations = {{"damage", "mean damage"}, {"successes", "mean number of dice that succeed"}},
  prepare = function(s) s.attack = roll_of.attack_of(s) end,
  dice = function(s) return s.attack.dice end,
  resolve = function(s, first, second)
    if s.attack.refused then return "no-shot" end
    local level = roll_of.level_of(s.attack.number, first, second)
    return level, {damage = s.attack.damage[level], successes = roll_of.SUCCESSES[level]}
  end,
  explain = function(s) return s.weapon.name .. ": " .. roll_of.words_of(s.attack) end,
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
  for i, mount in ipairs(mounts(unit)) do attacks[i] = roll_of.attack_of(with(shot, mount)) end
  return attacks
end

-- Every vehicle has a machine gun that its list does not show; it is for infantry targets only (R-11).
local function machine_gun(shot)
  return {roll_of.attack_of(with(shot, {weapon = tables.weapons["small-arms"], small_arms_vehicles = false}))}
end

-- How many of the hundred throws of an attack do how much.
local function ways(attack)
  local count = {}
  for first = 1, 10 do
    for second = 1, 10 do
      local damage = roll_of.damage_of(attack, first, second)
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

local unit_fire = chain {
  id = "MAD-04", name = "unit-fire", chapter = "Direct fire",
  title = "one activation of a listed element against a listed element", section = "6.0 Multiple Weapons",
  rulings = "R-01 to R-13, R-38, R-41",
  parameters = {
    {"unit", row "units", "the element that fires"},
    {"target", row "units", "the element fired at"},
    words.RANGE, words.WEAPONS,
    {"moving", flag, "the firer moved this activation"},
    {"opportunity", flag, "opportunity fire"},
    {"cover", words.COVER, "the target's cover", default = "none"},
    words.SMALL_ARMS,
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
  state = {fired = whole(0, 6), hp = words.HP},
  start = function(s) return {fired = 0, hp = s.target.hp} end,
  outcome = function(s, now)
    if now.fired < #s.attacks then return nil end
    return now.hp == 0 and "destroyed" or now.hp < s.target.hp and "damaged" or "unharmed"
  end,
  dice = function(s, now) return s.attacks[now.fired + 1].dice end,
  step = function(s, now, first, second)
    now.fired = now.fired + 1
    local damage = roll_of.damage_of(s.attacks[now.fired], first, second)
    local taken = min(damage, now.hp)
    now.hp = now.hp - taken
    return false, {damage = damage, ["hp-lost"] = taken}
  end,
  explain = function(s)
    local lines = {}
    for i, attack in ipairs(s.attacks) do lines[i] = roll_of.words_of(attack) end
    return lines
  end,
}

return {
  procedures = {direct_fire, unit_fire},
  attacks_of = attacks_of, check_weapons = check_weapons,
}
