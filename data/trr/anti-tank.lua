-- Anti-tank fire (section 8): the sum of a shot, which every rule for fire at armour uses, its markers and what they
-- do.

local words, ranges = require "words", require "ranges"

local anti_tank = {}

anti_tank.CHAPTER = "Anti-tank fire"

-- Movement, Concealment and Aspect Modifiers. What a shot does not name is not there: a shot of ordinary ammunition at
-- the front of a target in the open.

local function line(id)
  return tables.at_modifiers[id].modifier
end

-- Either may move, and both lines then count.
local function for_movement(shot)
  return (shot.firer_moving and line "firer-moving" or 0) + (shot.target_moving and line "target-moving" or 0)
end

-- Camouflage counts in addition (R-24).
local function for_concealment(shot)
  local is_concealed = shot.concealment and shot.concealment ~= "none"
  return (is_concealed and line(shot.concealment) or 0) + (shot.camouflaged and line "camouflaged" or 0)
end

local function for_aspect(shot)
  return shot.aspect and shot.aspect ~= "front" and line(shot.aspect) or 0
end

function anti_tank.for_place(shot)
  return for_concealment(shot) + for_aspect(shot)
end

function anti_tank.for_dug_in()
  return line "dug-in"
end

local function for_soft_target(shot)
  return shot.soft and line "soft" or 0
end

-- The book subtracts one "per damage" and does not say whose. By default it is the firer's own (R-10); the others are
-- the other readings.
function anti_tank.for_damage(applies, firer_damage, target_damage)
  if applies == "firer" then return -firer_damage end
  if applies == "target-easier" then return target_damage end
  return applies == "target-harder" and -target_damage or 0
end

local function for_damage(shot)
  return anti_tank.for_damage(shot.damage_applies, shot.firer_damage, shot.target_damage)
end

-- Range Modifiers, Ammunition Modifiers: each has a number for each bracket of the gun's class.
function anti_tank.for_range(bracket)
  return tables.at_brackets.range[bracket]
end

local function for_ammo(shot, bracket)
  return tables.at_brackets[shot.ammo or "ap"][bracket]
end

-- What is added to the die: all modifiers add up. Beyond the last bracket there is no shot: nil.
function anti_tank.modifier(shot)
  local bracket = ranges.bracket(shot.class, shot.distance)
  if not bracket then return nil end
  return shot.strike - shot.defence + anti_tank.for_range(bracket) + for_ammo(shot, bracket) + for_movement(shot)
    + anti_tank.for_place(shot) + for_soft_target(shot) + for_damage(shot)
end

-- Results.

local MARKERS = {"six", "seven", "eight", "nine", "ten"}

-- Scores above 10 are five markers, or one more for each point under over-10=continue (R-03).
function anti_tank.markers(score, continued)
  local markers, last = 0, tables.markers[MARKERS[#MARKERS]]
  if continued and score > last.score then return last.markers + score - last.score end
  for _, id in ipairs(MARKERS) do
    local row = tables.markers[id]
    if score >= row.score then markers = row.markers end
  end
  return markers
end

-- The least score with a marker.
function anti_tank.least_score()
  return tables.markers[MARKERS[1]].score
end

anti_tank.STATUSES = {"no-effect", "damaged", "out-of-action", "destroyed"}
anti_tank.OUTCOMES = words.join(anti_tank.STATUSES, {"out-of-range"})

-- A model that takes so many more markers. The user may give it more than its strength (R-02).
function anti_tank.stand(strength, damage, model)
  return {remaining = max(strength - damage, 0), graded = model == "graded"}
end

-- Literally, any marker puts a model out of action, and more markers than its remaining strength destroy it. Under
-- damage-model=graded it fights on until they reach its strength (R-04).
function anti_tank.status(stand, markers)
  if markers == 0 then return "no-effect" end
  if markers > stand.remaining then return "destroyed" end
  return stand.graded and markers < stand.remaining and "damaged" or "out-of-action"
end

-- Gun Strike Values, Examples of Vehicle Defence Values. A named gun has its own strike and class, and a named unit its
-- own defence. Its strength is only a hint for the user, who says how many vehicles the model represents (R-02).

function anti_tank.strike(s)
  return s.gun and s.gun.strike or s.strike
end

function anti_tank.class(s)
  return s.gun and s.gun.class or s.class
end

function anti_tank.defence(s)
  return s.unit and s.unit.defence or s.defence
end

-- Every gun has ordinary shot. Special ammunition is rare, so a refusal lists the guns that have it.
function anti_tank.check_ammo(key, gun, ammo)
  local guns = {}
  if ammo == "ap" then return end
  for one in each(tables.ammunition) do
    if one.ammo == ammo then
      if one.gun == gun then return end
      guns[#guns + 1] = one.gun.id
    end
  end
  refuse(("%s=%s: the %s has none; these guns have it: %s"):format(key, ammo, gun.name, table.concat(guns, ", ")))
end

function anti_tank.ammo_of(gun)
  local list = {"ap"}
  for one in each(tables.ammunition) do
    if one.gun == gun and one.ammo ~= "ap" then list[#list + 1] = one.ammo end
  end
  return list
end

-- Words.

local BRACKET_WORDS = {
  point_blank = "point blank", close = "close", medium = "normal", long = "long", extreme = "extreme",
}

-- Damage begins at the least score with a marker.
function anti_tank.need_words(modifier)
  local needed = anti_tank.least_score() - modifier
  if needed > 10 then return "no result does damage" end
  return needed <= 1 and "every result does damage" or ("damage on %d or more"):format(needed)
end

function anti_tank.line(shot)
  local bracket = ranges.bracket(shot.class, shot.distance)
  if not bracket then return "no shot: out of range" end
  local text = ("D10 + %d strike - %d defence, %+d at %s range"):format(shot.strike, shot.defence,
    anti_tank.for_range(bracket), BRACKET_WORDS[bracket])
  for _, addend in ipairs {
    {for_ammo(shot, bracket), "ammunition"}, {for_movement(shot), "movement"}, {for_concealment(shot), "concealment"},
    {for_aspect(shot), "aspect"}, {for_soft_target(shot), "a soft target"}, {for_damage(shot), "damage"},
  } do
    if addend[1] ~= 0 then text = text .. (", %+d for %s"):format(addend[1], addend[2]) end
  end
  return text .. ": " .. anti_tank.need_words(anti_tank.modifier(shot))
end

-- One shot. Three parameters are readings: damage-applies (R-10), over-10 (R-03) and damage-model (R-04). Soft
-- transport and deployed guns have no printed defence: 0 with the -5 (R-11).

local function shot_asked(s)
  return {
    strike = anti_tank.strike(s), class = anti_tank.class(s), ammo = s.ammo, defence = anti_tank.defence(s),
    distance = s.distance, firer_moving = s.firer_moving, target_moving = s.target_moving,
    concealment = s.concealment, camouflaged = s.camouflaged, aspect = s.aspect, soft = s.kind == "soft",
    damage_applies = s.damage_applies, firer_damage = s.firer_damage, target_damage = s.target_damage,
  }
end

local MARKERS_EXPECTED = {"markers", "mean number of markers scored"}

local shot = roll {
  id = "TRR-20", name = "anti-tank", chapter = anti_tank.CHAPTER,
  title = "one shot at armour, soft transport or a deployed gun", section = "8 Anti-tank fire",
  rulings = "R-02, R-03, R-04, R-10, R-11, R-24",
  parameters = words.join({
    words.GUN, words.strike(6), words.CLASS,
    {"kind", choice {"armour", "soft"}, "an armoured target, or soft transport or a deployed gun", default = "armour"},
    words.UNIT, words.with(words.DEFENCE, {defaults = {{0, "kind=soft"}}}),
    words.distance(30),
    words.ammo("ammo", "ammunition"),
    words.with(words.FIRER_MOVING, {aliases = {"moving", "moves"}}),
    {"target-moving", flag, "the target moves"},
    words.with(words.concealment("concealment", "the position of the target"), {aliases = "cover"}),
    words.CAMOUFLAGED,
    words.with(words.aspect("aspect", "the face of the target towards the firer"), {only = "kind=armour"}),
    words.FIRER_DAMAGE, words.DAMAGE_APPLIES, words.OVER_10,
  }, words.TARGET_STAND, {
    {"report", choice {"status", "markers"}, "report the state of the target, or its markers", default = "status"},
  }),
  outcomes = anti_tank.OUTCOMES, numbers = "with report=markers, the markers 0, 1, ...",
  expectations = {MARKERS_EXPECTED, {"score", "mean score"}},
  brackets = function(s) return ranges.ends(anti_tank.class(s)) end,
  prepare = function(s)
    -- A strike value without a gun has no ammunition to check: the user may ask about any gun.
    if s.gun then anti_tank.check_ammo("ammo", s.gun, s.ammo) end
    s.modifier = anti_tank.modifier(shot_asked(s)) or false
    s.stand = anti_tank.stand(s.strength, s.target_damage, s.damage_model)
  end,
  dice = function(s) return s.modifier and {d10} or {} end,
  resolve = function(s, die)
    if not s.modifier then return "out-of-range" end
    local score = die + s.modifier
    local markers = anti_tank.markers(score, s.over_10 == "continue")
    return s.report == "markers" and markers or anti_tank.status(s.stand, markers), {markers = markers, score = score}
  end,
  explain = function(s) return anti_tank.line(shot_asked(s)) end,
}

-- Special Weapons: Flame-throwers. It is always at normal range. The only modifier is that for targets dug in or behind
-- a hill, besides the markers on the firer.

local function reach(s)
  return words.value("flame-" .. s.mount .. "-cm")
end

local flame_armour = roll {
  id = "TRR-21", name = "flame-armour", chapter = anti_tank.CHAPTER, title = "a flame-thrower attacks a vehicle",
  section = "8 Special Weapons: Flame-throwers", rulings = "R-02, R-04",
  parameters = words.join({words.FLAME_MOUNT, words.distance(4)}, words.TARGET_DEFENCE, {
    {"dug-in", flag, "the target is behind a hill or dug in"},
    words.FIRER_DAMAGE,
  }, words.TARGET_STAND),
  outcomes = anti_tank.OUTCOMES, expectations = {MARKERS_EXPECTED},
  brackets = function(s) return {reach(s)} end,
  prepare = function(s)
    local sum = words.value "flame-strike" - anti_tank.defence(s) - s.firer_damage
    s.modifier = s.distance <= reach(s) and sum + (s.dug_in and line "dug-in" or 0)
    s.stand = anti_tank.stand(s.strength, s.target_damage, s.damage_model)
  end,
  dice = function(s) return s.modifier and {d10} or {} end,
  resolve = function(s, die)
    if not s.modifier then return "out-of-range" end
    local markers = anti_tank.markers(die + s.modifier)
    return anti_tank.status(s.stand, markers), {markers = markers}
  end,
  explain = function(s)
    if not s.modifier then return "No fire: out of range" end
    return ("D10 %+d: %s"):format(s.modifier, anti_tank.need_words(s.modifier))
  end,
}

anti_tank.procedures = {shot, flame_armour}
anti_tank.MARKERS_EXPECTED = MARKERS_EXPECTED

return anti_tank
