-- Aircraft against the ground (section 12). Bombs scatter like indirect fire but by sums of dice. Strafing and bombs
-- have the same effect on a target as artillery.

local words, effect, anti_tank = require "words", require "effect", require "anti-tank"
local indirect_fire = require "indirect-fire"

local aircraft = {}

aircraft.CHAPTER = "Aircraft"

local MARKERS = {[0] = "none", "one", "two"}

local function for_damage(s)
  return tables.aircraft_damage[MARKERS[s.aircraft_damage]].modifier
end

-- Bombing and Rocketing. The scatter is the sum of some D10 (R-32): one die. Artillery's "D10 x 2" is one die doubled;
-- here 2D10 are two dice added. The die for the direction is first.

local function scatter_of(s)
  return {dice = words.value(s.altitude .. "-scatter-dice"), modifier = for_damage(s)}
end

local function scatter_dice(scatter)
  return {d10, sum(scatter.dice, d10)}
end

-- The book prints "over" for 5 to 8 and nothing below: everything else is short (R-17).
local function fall(scatter, die)
  local score = die + scatter.modifier
  if score >= words.value "air-on-target" then return "on-target" end
  return score >= words.value "air-over" and "over" or "short"
end

local function distance(scatter, die, cm)
  return fall(scatter, die) == "on-target" and 0 or cm
end

local function scatter_line(scatter)
  return ("On target on %d or more%s; else scatter by %dD10 cm"):format(words.value "air-on-target",
    words.on_the_die(scatter.modifier), scatter.dice)
end

local air_scatter = roll {
  id = "TRR-33", name = "air-scatter", chapter = aircraft.CHAPTER, title = "where an air attack falls",
  section = "12 Bombing and Rocketing", rulings = "R-15, R-17, R-32",
  parameters = {words.altitude "where the attack comes from", words.aircraft_damage()},
  outcomes = {"on-target", "over", "short"}, expectations = indirect_fire.LANDING_EXPECTATIONS,
  prepare = function(s) s.scatter = scatter_of(s) end,
  dice = function(s) return scatter_dice(s.scatter) end,
  resolve = function(s, die, cm)
    return fall(s.scatter, die), indirect_fire.landing_gains(distance(s.scatter, die, cm))
  end,
  explain = function(s) return scatter_line(s.scatter) end,
}

-- These are the book's own limits; all other combinations are legal.
local function check_altitude(s)
  if s.altitude == "dive" and s.aircraft ~= "fighter-bomber" and s.aircraft ~= "light-dive-bomber" then
    refuse(("altitude=dive: aircraft=%s cannot dive; use fighter-bomber or light-dive-bomber"):format(s.aircraft))
  end
  if s.aircraft == "heavy-bomber" and s.altitude ~= "high" then
    refuse(("altitude=%s: aircraft=%s attacks from altitude=high only"):format(s.altitude, s.aircraft))
  end
end

-- The factor goes up to 36: on foot the row stops at 16 (R-06), but a strike value is never limited (R-29).
local function attack_factor(s)
  return tables.aircraft[s.period][s.aircraft:gsub("-", "_")]
end

-- The effect is thrown only if the area covers the target. Damage to the aircraft lowers only the scatter die. Heavy
-- bombers attack only from high altitude, so the default of all others would be an error for them.
local air_attack = chain {
  id = "TRR-34", name = "air-attack", chapter = aircraft.CHAPTER, title = "an attack with bombs or rockets",
  section = "12 Bombing and Rocketing", rulings = "R-02, R-04, R-05, R-06, R-12, R-15, R-17, R-22, R-29, R-32",
  parameters = words.join(effect.TARGET, {
    {"aircraft", choice {"fighter-bomber", "light-dive-bomber", "medium-bomber", "heavy-bomber"},
     "the attacking weapon", default = "fighter-bomber"},
    {"period", choice {"1939-42", "1943-45", "1950-53"}, "years of the game", default = "1943-45"},
    words.with(words.altitude "the direction of the attack", {defaults = {{"high", "aircraft=heavy-bomber"}}}),
    words.aircraft_damage ", for the scatter alone",
  }),
  outcomes = words.join(effect.OUTCOMES, {"wide"}), numbers = effect.NUMBERS, undecided = false,
  expectations = effect.EXPECTATIONS, expects = effect.expects,
  prepare = function(s)
    check_altitude(s)
    s.scatter, s.effect = scatter_of(s), effect.of(s, attack_factor(s), effect.cover_shift(s))
  end,
  state = effect.state {"scatter", "effect"},
  outcome = effect.outcome,
  dice = function(s, now) return now.stage == "effect" and effect.dice(s.effect) or scatter_dice(s.scatter) end,
  step = function(s, now, first, second)
    if now.stage == "effect" then
      local outcome, gains = effect.resolve(s.effect, first, second)
      effect.ends(now, outcome)
      return false, gains
    end
    if indirect_fire.covers(distance(s.scatter, first, second)) then
      now.stage = "effect"
    else
      effect.ends(now, "wide")
    end
    return false
  end,
  thrown = "a roll of the attack", told = {},
  explain = function(s) return {scatter_line(s.scatter), effect.line(s.effect)} end,
}

-- Strafing. It is half the barrels as a tripod mounting, and at least one. More than four count as four, the most in
-- the table of support weapons.
local function strafe_factor(s)
  local counted = clamp(s.barrels // words.value "strafe-share", 1, 4)
  return tables.support_weapons.tripod["barrels_" .. counted]
    or refuse(("barrels=%d: support-weapons has no factor for %d tripod barrels"):format(s.barrels, counted))
end

-- The bracket shifts only fire on foot; against vehicles it has no effect and is accepted.
local function strafe_shift(s)
  return tables.shifts.range[s.bracket:gsub("-", "_")] + effect.cover_shift(s)
end

-- The factor is also the strike value. A closed vehicle cannot be damaged unless closed-immune=no (R-25): no die
-- reaches 11, so none is thrown. Damage to the aircraft changes the effect, not the die that hits.
local strafe = effect.procedure {
  id = "TRR-35", name = "strafe", chapter = aircraft.CHAPTER, title = "an aircraft strafes", section = "12 Strafing",
  rulings = "R-02, R-04, R-05, R-08, R-12, R-25",
  parameters = words.join(effect.TARGET, {
    {"barrels", whole(1, 16), "barrels of the aircraft", default = 4},
    {"bracket", choice {"point-blank", "close", "medium", "long", "extreme"}, "range bracket, for targets on foot",
     default = "medium"},
    words.aircraft_damage ", for the effect alone",
    {"closed-immune", flag, "closed vehicles cannot be damaged", default = "yes", only = "target=closed"},
  }),
  prepare = function(s)
    local one = effect.of(s, strafe_factor(s), strafe_shift(s))
    effect.modify(one, for_damage(s))
    if s.target == "closed" and s.closed_immune then one.needed = 11 end
    s.effect = one
  end,
}

-- A/T Gun Attacks. It is always at long range, whichever moves.
local air_at_gun = roll {
  id = "TRR-36", name = "air-at-gun", chapter = aircraft.CHAPTER, title = "an aircraft fires an anti-tank gun",
  section = "12 A/T Gun Attacks", rulings = "R-02, R-04, R-24",
  parameters = words.join({words.GUN, words.strike(5)}, words.TARGET_DEFENCE, {
    words.concealment("concealment", "where the target stands"), words.CAMOUFLAGED,
    words.aspect("aspect", "the face of the target towards the firer"), words.aircraft_damage(),
  }, words.TARGET_STAND),
  outcomes = anti_tank.STATUSES, expectations = {anti_tank.MARKERS_EXPECTED},
  prepare = function(s)
    s.modifier = anti_tank.strike(s) - anti_tank.defence(s) + anti_tank.for_range "long" + anti_tank.for_place(s)
      + for_damage(s)
    s.stand = anti_tank.stand(s.strength, s.target_damage, s.damage_model)
  end,
  dice = {d10},
  resolve = function(s, die)
    local markers = anti_tank.markers(die + s.modifier)
    return anti_tank.status(s.stand, markers), {markers = markers}
  end,
  explain = function(s) return ("Score D10 %+d"):format(s.modifier) end,
}

aircraft.procedures = {air_scatter, air_attack, strafe, air_at_gun}

return aircraft
