-- "Armor Classification", "Penetration of Armor and Bunkers", "Special Damage Table", "Breakdown and Immobilization".

local words, lost = require "words", require "lost"

-- Penetration: firing factors are compared with a class of armour, from armoured cars (a) to the heaviest tanks (e).

-- Small arms penetrate only class A, under 8 inches and by their doubled factor (K5).
local function small_arms_penetrate(s, armour)
  return armour.small_arms and s.range < words.value "small-arms-penetration-range"
    and s.ff * words.value "small-arms-penetration-factor" >= armour.small_arms
end

-- A single weapon of 41 to 45 penetrates D but not E: the printed bands leave that gap (K4).
local function penetrates(s)
  local armour = tables.armour[s.armor]
  if s.weapon == "small-arms" then return small_arms_penetrate(s, armour) end
  return s.ff >= armour.single_weapon
end

local penetration = roll {
  id = "ROOKIE-07", name = "penetration", chapter = "Armour and bunkers", title = "whether fire penetrates armour",
  section = "Armor Classification, Penetration of Armor and Bunkers", rulings = "K4 K5",
  parameters = {
    {"weapon", choice {"single", "small-arms"}, "one weapon, or small arms together", default = "single"},
    {"ff", whole(0, 10000), "firing factor, not doubled", default = 25},
    {"range", decimal(0), "distance in inches; it matters for small arms only", default = 7},
    {"armor", choice {"a", "b", "c", "d", "e"}, "class of armour", default = "a"},
  },
  outcomes = {"penetrates", "bounces"},
  dice = {},
  resolve = function(s) return penetrates(s) and "penetrates" or "bounces" end,
}

-- Special damage. The table survives; only the effects of a fire are from the lost tables. Fire in a tank rolls again,
-- on a die that the text does not name: a 10d or a d6. The bounds hold for either, in thirtieths.

local OUTCOMES = {
  "none", "abandoned", "pinned", "stunned", "retire-1", "retire-2", "retire-3", "gun-destroyed", "one-function",
  "suppressed-1", "suppressed-2", "suppressed-3", "destroyed", "fire",
}

local function exploding_faces(bands)
  local faces = 0
  for _, band in ipairs(bands) do
    if band.result == "explodes" then faces = faces + band.to - band.from + 1 end
  end
  return faces
end

-- Only a vehicle's fire rolls again, and only if the die is known.
local function damage_dice(s)
  return s.target == "vehicle" and s.fire_die and {d10, d(s.fire_die)} or {d10}
end

local function damage_of(s, face, again)
  local damage = tables.special_damage["roll-" .. words.roll_of(face)][s.target]
  if damage ~= "fire" or s.target ~= "vehicle" then return damage end
  if not again then
    local faces = exploding_faces(s.fire)
    return "fire", {["explode-low"] = faces * 30 // 10, ["explode-high"] = faces * 30 // 6}
  end
  local result = lost.result_in(s.fire, again)
  local explodes = result == "explodes" and 30 or 0
  return "fire-" .. result, {["explode-low"] = explodes, ["explode-high"] = explodes}
end

local special_damage = roll {
  id = "ROOKIE-08", name = "special-damage", chapter = "Armour and bunkers",
  title = "special damage to a vehicle or a bunker", section = "Special Damage Table", rulings = "K1 K13",
  notes = "The text keeps one line about fires (1-3 explodes) and does not name the die, so the bounds hold for a 10d "
    .. "and for a d6. Abandoned is immobile, too; retire is a retreat of that many functions and no next chance to "
    .. "act; suppressed counts turns.",
  parameters = {
    {"target", choice {"vehicle", "bunker"}, "what is damaged", default = "vehicle"},
    lost.data "proved", lost.ALLOW,
  },
  outcomes = words.and_also(OUTCOMES, "fire-explodes", "fire-abandoned", "fire-out"),
  expectations = {
    {"explode-low", "probability that a tank explodes, at least", parts = 30},
    {"explode-high", "the same at most", parts = 30},
  },
  expects = function(s) return s.target == "vehicle" end,
  prepare = function(s)
    s.set = lost.of(s)
    local bands, die = lost.fire(s.set)
    s.fire, s.fire_die = bands, die or false
  end,
  remark = lost.remark,
  dice = damage_dice,
  resolve = damage_of,
}

-- Breakdown and unbogging: repeated tries for some faces of a 10d. A roll of "1 or 2" is the faces 1 and 2, and 0 is
-- none of them (K2).

local VEHICLE = {"vehicle", choice {"regular", "special"}, "special: T-34s and light tanks", default = "regular"}

local function succeeds(s, face)
  local roll = words.roll_of(face)
  return 1 <= roll and roll <= s.faces and "yes" or "no"
end

local function tries(more)
  local made = {
    chapter = "Armour and bunkers", section = "Breakdown and Immobilization", undecided = false,
    state = {made = whole(0, 1000), is_done = flag}, told = {},
    outcome = function(s, now)
      if now.is_done then return s.done end
      return now.made == s.times and s.never or nil
    end,
    dice = {d10},
    kind = function(s, face) return succeeds(s, face) end,
  }
  for key, one in pairs(more) do made[key] = one end
  return chain(made)
end

local function try(s, now, face)
  if succeeds(s, face) == "yes" then
    now.made, now.is_done = 0, true
  else
    now.made = now.made + 1
  end
  return false
end

-- The chance is the same in each phase, and is counted once.
local breakdown = tries {
  id = "ROOKIE-09", name = "breakdown", title = "whether a vehicle is immobilized", rulings = "K2",
  parameters = {
    {"terrain", choice {"marked", "mud", "rubble"}, "marked: a speed with an asterisk", default = "marked"},
    VEHICLE,
    {"phases", whole(1, 1000), "phases in that terrain", default = 1},
  },
  outcomes = {"immobilized", "mobile"},
  expectations = {{"chance-per-phase", "probability in one phase", parts = 10}},
  prepare = function(s)
    s.faces = tables.breakdown[s.terrain][s.vehicle]
    s.times, s.done, s.never = s.phases, "immobilized", "mobile"
  end,
  step = function(s, now, face)
    local chance = now.made == 0 and s.faces or 0
    return try(s, now, face), {["chance-per-phase"] = chance}
  end,
  thrown = "a turn",
}

-- The text is damaged here; it is read as 1-3 for regular tanks and 1-4 for special ones (K8).
local unbog = tries {
  id = "ROOKIE-10", name = "unbog", title = "whether a tank breaks free of mud", rulings = "K2 K8",
  parameters = {VEHICLE, {"attempts", whole(1, 1000), "attempts made", default = 1}},
  outcomes = {"free", "stuck"},
  prepare = function(s)
    s.faces = words.value("unbog-" .. s.vehicle)
    s.times, s.done, s.never = s.attempts, "free", "stuck"
  end,
  step = try,
  thrown = "an attempt",
}

return {penetration = penetration, special_damage = special_damage, breakdown = breakdown, unbog = unbog}
