-- Mines and fortifications (6.0 "Mine Fields", "Reduction of Fortifications").

local words, attack, one_attack, volley = require "words", require "attack", require "one-attack", require "volley"
local hitech = require "hitech"

local function value(id)
  return tables.values[id].value
end

-- Mine Fields. The text states a number and a weapon but no situation: one attack for each block of 40 mm, for any
-- element (R-16).

local CROSSER = words.target("target", "what crosses the block")

-- The damage is that of infantry support.
local function damages_of(s)
  if s.tech == "ww2" then
    return attack.damages(tables.weapons["infantry-support"].damage, words.is_on_foot(s.target))
  end
  return hitech.damages {
    weapon = tables.hitech_weapons["infantry-support"], target = s.target, infantry_damage = s.infantry_damage,
  }
end

-- A VTOL is airborne here, too. Nothing else changes the number: no +2 for infantry, no cover, no movement (R-16).
local function for_vtol(s)
  return s.target == "vtol" and tables.hitech_modifiers.airborne.modifier or 0
end

local function prepare_block(s)
  words.check_target(s.tech, s.target)
  s.attack = {
    number = value "minefield-target-number" + for_vtol(s), damage = damages_of(s), dice = {d10, d10},
  }
end

local function block_lines(s)
  return attack.lines("A block of mines", s.attack, "for any minefield", {{for_vtol(s), "a VTOL"}})
end

local minefield = roll {
  id = "MAD-11", name = "minefield", chapter = "Mines and fortifications", title = "crossing one block of mines",
  section = "6.0 Mine Fields", rulings = "R-01, R-02, R-06, R-16, R-22",
  parameters = {words.TECH, CROSSER, words.INFANTRY_DAMAGE, words.HIT_POINTS},
  outcomes = one_attack.LEVELS, expectations = one_attack.EXPECTATIONS, expects = one_attack.expects,
  prepare = prepare_block,
  dice = one_attack.dice, resolve = one_attack.resolve,
  explain = block_lines,
}

-- Every block makes its attack, as in a volley.
local minefield_crossing = chain {
  id = "MAD-12", name = "minefield-crossing", chapter = "Mines and fortifications",
  title = "crossing several blocks of mines", section = "6.0 Mine Fields", rulings = "R-01, R-02, R-06, R-16, R-22",
  parameters = {
    words.TECH, CROSSER, words.INFANTRY_DAMAGE, words.HIT_POINTS_NEEDED, words.count("tiles", "blocks crossed", 1),
  },
  outcomes = volley.OUTCOMES, expectations = volley.EXPECTATIONS, undecided = "destroyed",
  prepare = prepare_block,
  state = volley.STATE, start = volley.start,
  outcome = function(s, now) return volley.outcome(s, now, s.tiles) end,
  dice = volley.dice, kind = volley.kind, step = volley.step,
  thrown = "an attack", told = volley.TOLD,
  explain = function(s)
    local head = ("%s, %d hp"):format(s.tiles == 1 and "1 block of mines" or s.tiles .. " blocks of mines", s.hp)
    return {head, table.unpack(block_lines(s))}
  end,
}

-- Reduction of Fortifications. The fortification is a stationary vehicle in the open, and only the damage of a single
-- attack counts (R-17). Firing on the move still costs +2, unless it is a large static target.

local function shot_of(s)
  return {
    weapon = s.weapon, range = s.range, target = "vehicle", cover = "none", moving = s.moving, fixed = s.fixed,
    large_static = s.large_static, small_arms_vehicles = true,
  }
end

local function prepare_reduction(s)
  s.attack = attack.of(shot_of(s))
  s.lowest, s.enough = value "fort-value-lowest", value "fort-reduction-damage"
  s.can_hurt = not s.attack.refused and s.attack.damage.critical > s.enough
end

-- However large its damage, an attack lowers the value by one, and never below the lowest.
local function falls(s, now, first, second)
  return now.fort_value > s.lowest and attack.damage_of(s.attack, first, second) > s.enough
end

local fort_reduction = chain {
  id = "MAD-13", name = "fort-reduction", chapter = "Mines and fortifications",
  title = "shooting a fortification's cover value down", section = "6.0 Reduction of Fortifications",
  rulings = "R-01, R-05 to R-07, R-09, R-10, R-17",
  parameters = {
    words.WEAPON, words.RANGE, words.count("shots", "attacks made", 1),
    words.fort_value("the cover value before the first attack", "modifiers"),
    words.MOVING, words.FIXED,
    {"large-static", flag, "moving has no effect against such a large target"},
  },
  numbers = "4, 3, 2, 1: the cover value that is left", highest_first = true, undecided = false,
  expectations = {{"fort-value", "mean cover value that is left"}},
  prepare = prepare_reduction,
  state = {fired = whole(0, 1000000), fort_value = whole(-99, 99)},
  told = {fort_value = "cover value"},
  start = function(s) return {fort_value = s.fort_value} end,
  -- After the first attack, those that change nothing are left out.
  outcome = function(s, now)
    local is_settled = now.fired > 0 and (now.fort_value <= s.lowest or not s.can_hurt)
    if is_settled or now.fired == s.shots then return now.fort_value end
  end,
  dice = function(s) return s.attack.dice end,
  thrown = "a shot",
  step = function(s, now, first, second)
    local loss = falls(s, now, first, second) and 1 or 0
    local is_first = now.fired == 0
    now.fired, now.fort_value = now.fired + 1, now.fort_value - loss
    return false, {["fort-value"] = (is_first and s.fort_value or 0) - loss}
  end,
  explain = function(s)
    local shot = shot_of(s)
    local head = ("%s %s: the fortification"):format(words.counted(s.shots, "attack"), attack.target_words(shot))
    return words.and_also({head, table.unpack(attack.explain(shot))},
      ("  more than %d lowers the cover value by 1, not below %d"):format(s.enough, s.lowest))
  end,
}

return {minefield = minefield, minefield_crossing = minefield_crossing, fort_reduction = fort_reduction}
