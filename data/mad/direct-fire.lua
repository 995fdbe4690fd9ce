-- Direct fire (6.0): one weapon, and a listed element.

local words, attack, one_attack, volley = require "words", require "attack", require "one-attack", require "volley"
local lists, grenades = require "lists", require "grenades"

local SHOT = {
  words.WEAPON,
  words.RANGE_UNLESS_CONTACT,
  {"target", choice {"vehicle", "infantry"}, "the target", default = "vehicle"},
  words.cover("cover", "the target's cover"),
  words.FORT_VALUE, words.MOVING, words.FIXED, words.OPPORTUNITY, words.CONTACT, words.LARGE_STATIC, words.SMALL_ARMS,
  {"rounding", choice {"up", "down"}, "how half damage of a single success is rounded", default = "up"},
}

local direct_fire = roll {
  id = "MAD-01", name = "direct-fire", chapter = "Direct fire", title = "one attack with one weapon",
  section = "6.0 Direct Fire", rulings = "R-01 to R-11, R-49",
  parameters = words.and_also(SHOT, words.HIT_POINTS),
  outcomes = one_attack.OUTCOMES, expectations = one_attack.EXPECTATIONS, expects = one_attack.expects,
  prepare = function(s) s.attack = attack.of(s) end,
  dice = one_attack.dice,
  resolve = one_attack.resolve,
  explain = function(s)
    return {"One attack " .. attack.target_words(s), table.unpack(attack.explain(s))}
  end,
}

-- What a listed element fires in one activation (6.0 "Multiple Weapons").

-- Cavalry moves as a mobility of its own but is infantry as a target (R-41).
local function is_infantry(unit)
  return unit.mobility.target == "infantry"
end

local function with(shot, more)
  local both = {}
  for key, value in pairs(shot) do both[key] = value end
  for key, value in pairs(more) do both[key] = value end
  return both
end

-- Anti-aircraft weapons never fire at the ground (R-38).
local function main_shots(unit, shot)
  local shots = {}
  for _, mount in ipairs(lists.mounts(unit)) do
    if not mount.anti_aircraft then shots[#shots + 1] = with(shot, {weapon = mount.weapon, fixed = mount.fixed}) end
  end
  return shots
end

-- Every vehicle has a machine gun that its list does not show; it is for infantry targets only (R-11).
local function machine_gun(shot)
  return {with(shot, {weapon = tables.weapons["small-arms"], small_arms_vehicles = false})}
end

local function attack_of(shot)
  return shot.is_grenades and grenades.attack() or attack.of(shot)
end

local function explain(shot)
  return shot.is_grenades and {"A/T grenades: " .. grenades.words(grenades.attack())} or attack.explain(shot)
end

local function attacks_of(shots)
  local attacks = {}
  for i, shot in ipairs(shots) do attacks[i] = attack_of(shot) end
  return attacks
end

-- How many of the hundred throws of an attack do how much.
local function ways(one)
  local count = {}
  for first = 1, 10 do
    for second = 1, 10 do
      local damage = attack.damage_of(one, first, second)
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
  return lost(attacks_of(gun), 1, hp) * throws(#main) > lost(attacks_of(main), 1, hp) * throws(1) and gun or main
end

-- Infantry has no machine gun beside its list: it fires all that it has (R-12).
local function check_weapons(unit, weapons, key)
  if weapons == "machine-gun" and is_infantry(unit) then
    refuse(key .. "=machine-gun: " .. unit.name .. " is not a vehicle and has none; use main or best")
  end
end

local function check_grenades(unit, at_grenades, key)
  if at_grenades and not is_infantry(unit) then
    refuse(("%s=yes: %s is not infantry, and only infantry uses anti-tank grenades; leave it out"):format(key, unit.name))
  end
end

-- All shots of an activation, one after the other: infantry's whole list, a vehicle's main weapons or its machine gun
-- (R-12, R-13). Grenades on a vehicle in contact are in place of the whole list (R-51).
local function shots_of(unit, target, weapons, shot)
  if shot.at_grenades and shot.contact and not is_infantry(target) then return {with(shot, {is_grenades = true})} end
  shot = with(shot, {target = is_infantry(target) and "infantry" or "vehicle"})
  local main, gun = main_shots(unit, shot), machine_gun(shot)
  if weapons == "machine-gun" then return gun end
  if weapons == "best" and not is_infantry(unit) then return best(main, gun, target.hp) end
  return main
end

-- The shots of a question. They are worked out again for its words, because an answer depends on the attacks alone.
local function shots_asked(s)
  local shots = shots_of(s.unit, s.target, s.weapons, {
    range = s.range, contact = s.contact, cover = s.cover, fort_value = s.fort_value, moving = s.moving,
    opportunity = s.opportunity, small_arms_vehicles = s.small_arms_vehicles, at_grenades = s.at_grenades,
  })
  if not s.mount then return shots end
  if s.mount > #shots then
    refuse(("mount=%d: %s fires %s here; mount=all fires all of them"):format(s.mount, s.unit.name,
      words.counted(#shots, "weapon")))
  end
  return {shots[s.mount]}
end

local unit_fire = chain {
  id = "MAD-04", name = "unit-fire", chapter = "Direct fire",
  title = "one activation of a listed element against a listed element",
  section = "6.0 Multiple Weapons, A/T Grenades", rulings = "R-01 to R-13, R-38, R-41, R-42, R-51",
  parameters = {
    {"unit", row "units", "the element that fires"},
    {"target", row "units", "the element fired at"},
    words.RANGE_UNLESS_CONTACT,
    words.weapons("weapons", "the weapons that fire"),
    words.MOVING, words.OPPORTUNITY, words.CONTACT,
    words.cover("cover", "the target's cover"),
    words.FORT_VALUE, words.SMALL_ARMS, words.AT_GRENADES,
    {"mount", whole(1, 6), "the one of those weapons that fires alone, by its place in the list", default = "all",
     word = "all"},
  },
  outcomes = volley.OUTCOMES, undecided = false,
  expectations = words.and_also(volley.EXPECTATIONS,
    {"attackers-destroyed", "probability that the grenades destroy the attackers"}),
  expects = function(s, name) return name ~= "attackers-destroyed" or s.at_grenades end,
  prepare = function(s)
    s.attacks = attacks_of(shots_asked(s))
    check_weapons(s.unit, s.weapons, "weapons")
    check_grenades(s.unit, s.at_grenades, "at-grenades")
  end,
  state = {fired = whole(0, 6), hp = words.HP},
  start = function(s) return {fired = 0, hp = s.target.hp} end,
  outcome = function(s, now)
    return now.fired == #s.attacks and volley.result(now, s.target.hp) or nil
  end,
  dice = function(s, now) return s.attacks[now.fired + 1].dice end,
  kind = function(s, first, second)
    local levels = {}
    for i, one in ipairs(s.attacks) do levels[i] = attack.kind_of(one, first, second) end
    return table.concat(levels, " ")
  end,
  step = function(s, now, first, second)
    local one = s.attacks[now.fired + 1]
    local is_over, gains = volley.hit(one, now, first, second)
    gains["attackers-destroyed"] = attack.destroys_attackers(one, first) and 1 or 0
    return is_over, gains
  end,
  thrown = "an attack", told = volley.TOLD,
  explain = function(s)
    local lines, shots = {("%s fires at %s (%d hp)"):format(s.unit.name, s.target.name, s.target.hp)}, shots_asked(s)
    if #shots == 0 then return {lines[1], "no weapon to fire"} end
    lines[1] = lines[1] .. ", " .. attack.target_words(shots[1])
    for _, shot in ipairs(shots) do
      for _, line in ipairs(explain(shot)) do lines[#lines + 1] = line end
    end
    return lines
  end,
}

return {
  direct_fire = direct_fire, unit_fire = unit_fire, SHOT = SHOT,
  shots_of = shots_of, attacks_of = attacks_of, check_weapons = check_weapons, check_grenades = check_grenades,
  is_infantry = is_infantry, attack_of = attack_of, explain = explain,
}
