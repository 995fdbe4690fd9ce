-- Damage to a bunker itself (section 10 "Demolitions"); passengers.lua has fire at those inside. A bunker counts
-- markers as a vehicle does but is never out of action: one marker damages it, more than its strength demolish it.

local words, ranges, anti_tank = require "words", require "ranges", require "anti-tank"
local high_explosive = require "high-explosive"

local CHAPTER = "Mines and bunkers"
local STRENGTH = words.strength("strength", "markers that destroy the bunker")

-- Every weapon is a number of rounds, each with a die that hits and a die for the score; the markers of all rounds add
-- up.
local function resolve(s, ...)
  if s.rounds.out_of_range then return "out-of-range" end
  local _, markers = high_explosive.total(s.rounds, s.markers, ...)
  local status = markers > s.strength and "destroyed" or markers > 0 and "damaged" or "no-effect"
  return status, {markers = markers}
end

local function explain(s)
  if s.rounds.out_of_range then return "No fire: out of range" end
  local hit = s.rounds.needed > 1 and (", hit on %d or more"):format(s.rounds.needed) or ""
  return ("%s%s%s; score D10 %+d"):format(words.counted(s.rounds.count, "round"), hit,
    words.on_the_die(s.rounds.modifier), s.modifier)
end

-- The markers of a round that hits, by the die.
local function markers_of(modifier)
  local markers = {}
  for die = 1, 10 do markers[die] = anti_tank.markers(die + modifier) end
  return markers
end

local function bunker(more)
  local prepare = more.prepare
  more.prepare = function(s)
    prepare(s)
    s.markers = markers_of(s.modifier)
  end
  return roll(words.with({
    chapter = CHAPTER, section = "10 Demolitions", outcomes = {"no-effect", "damaged", "destroyed", "out-of-range"},
    expectations = {anti_tank.MARKERS_EXPECTED},
    dice = function(s) return high_explosive.dice(s.rounds) end, resolve = resolve, explain = explain,
  }, more))
end

-- An engineer places the charge at the wall and cannot miss; it counts as at point blank range. Petard, stick bomb and
-- rocket roll to hit as high explosive does, without a shortest range.

local ALWAYS_HITS = {count = 1, needed = 0, modifier = 0}

local function one_round(distance)
  local needed = high_explosive.needed(distance)
  return needed and {count = 1, needed = needed, modifier = 0} or {out_of_range = true}
end

-- The petard and the stick bomb are guns of the table. Their class ends before the to-hit table does, at 12 cm.
local IS_GUN = {petard = true, ["stick-bomb"] = true}

local function at_slit(strike)
  return strike - words.value "slit-defence"
end

local function fire_gun(s, gun)
  local modifier = anti_tank.modifier {
    strike = gun.strike, class = gun.class, defence = words.value "slit-defence", distance = s.distance,
  }
  s.rounds, s.modifier = modifier and one_round(s.distance) or {out_of_range = true}, modifier or 0
end

-- The book prints no strike value for the rocket; the table of values assigns one. It has no range modifier and reaches
-- as far as the to-hit table.
local function prepare_charge(s)
  if s.weapon == "charge" then
    s.rounds = ALWAYS_HITS
    s.modifier = at_slit(words.value "charge-strike") + anti_tank.for_range "point_blank"
  elseif s.weapon == "rocket-380" then
    s.rounds, s.modifier = one_round(s.distance), at_slit(words.value "rocket-380-strike")
  else
    fire_gun(s, tables.guns[s.weapon])
  end
end

local bunker_charge = bunker {
  id = "TRR-30", name = "bunker-charge", title = "a demolition charge or a special weapon at a bunker",
  parameters = {
    {"weapon", choice {"charge", "petard", "stick-bomb", "rocket-380"},
     "the weapon; a charge is placed, whatever the distance", default = "charge"},
    words.distance(10), STRENGTH,
  },
  brackets = function(s)
    if IS_GUN[s.weapon] then return ranges.ends(tables.guns[s.weapon].class) end
    return high_explosive.ranges()
  end,
  prepare = prepare_charge,
}

-- Guns that see the bunker have to hit it; artillery that covers it hits on its own die, as it hits a closed vehicle.
-- Artillery's -5 applies to direct fire too, unless direct-minus-5=no (R-26).
local bunker_he = bunker {
  id = "TRR-32", name = "bunker-he", title = "high explosive on a bunker", rulings = "R-26",
  parameters = words.join({
    {"mode", choice {"direct", "indirect"}, "over open sights, or an area that covers the bunker", default = "direct"},
    {"factor", whole(4, 36), "factor of the weapon", default = 8},
  }, words.only("mode=direct", {words.distance(30), words.HE_MOVING, words.HE_SHOTS}), {
    STRENGTH,
    {"direct-minus-5", flag, "artillery's -5 also applies to direct fire", default = "yes", only = "mode=direct"},
  }),
  brackets = high_explosive.ranges,
  prepare = function(s)
    s.modifier = s.factor - words.value "bunker-defence"
    if s.mode == "indirect" or s.direct_minus_5 then s.modifier = s.modifier + words.value "artillery-die" end
    s.rounds = s.mode == "indirect" and {count = 1, needed = words.value "closed-hit", modifier = 0}
      or high_explosive.rounds(s)
  end,
}

return {bunker_charge = bunker_charge, bunker_he = bunker_he}
