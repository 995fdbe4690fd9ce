-- Vehicles in numbers (section 3 "Move Sequence", section 8): alternately, one shot an activation. B-01 to B-05 settle
-- what the book leaves open for armies.

local words, ranges, anti_tank = require "words", require "ranges", require "anti-tank"
local command, movement = require "command", require "movement"

-- An element with the parameter to move moves even in a battle in which both lines hold (B-03). Markers are not part of
-- the shot: they change from shot to shot.
local function shot_of(by, at, now)
  local gun = by.unit.gun
  return {
    strike = gun.strike, class = gun.class, ammo = by.ammo, defence = at.unit.defence, distance = now.range,
    firer_moving = by.moving or now.moving, target_moving = at.moving or now.target_moving,
    concealment = at.concealment, camouflaged = at.camouflaged, aspect = at.aspect,
  }
end

-- A vehicle has the strength left that its markers leave (B-04).
local function markers_on(full, now)
  return full - now.strength
end

-- The markers that a shot scores with markers on both.
local function markers_of(fire, actor, target, die)
  local damage = anti_tank.for_damage(fire.damage_applies, markers_on(fire.strength, actor),
    markers_on(fire.stand.remaining, target))
  return anti_tank.markers(die + fire.modifier + damage, fire.continued)
end

-- Only a duel distinguishes destroyed vehicles from those out of action (R-04, B-04).
local function mark(fire, target, markers)
  local status = anti_tank.status(fire.stand, markers)
  target.strength = (status == "no-effect" or status == "damaged") and fire.stand.remaining - markers or 0
  target.is_destroyed = fire.is_duel and status == "destroyed"
end

local function enlist(e)
  anti_tank.check_ammo("ammo", e.unit.gun, e.ammo)
  e.move = movement.of(e.unit.movement, e.surface, e.going, e.extra)
  -- The unit's type may not be able to go there (R-21).
  if not e.move.is_allowed then
    refuse(("going=%s: the %s cannot go there; choose other going"):format(e.going, e.unit.name))
  end
end

-- The shortest bracket of any unit's gun: nearer lines gain nothing by closing in (B-05).
local function closest()
  local shortest = math.huge
  for unit in each(tables.units) do shortest = min(shortest, unit.gun.class.point_blank) end
  return shortest
end

return battle {
  order = "alternately",
  element = {
    {"moving", flag, "the model moves every turn, even if its line does not"},
    words.aspect("aspect", "the face of the model towards the firer"),
    words.with(words.concealment("concealment", "the position of the model"), {aliases = "cover"}),
    {"camouflaged", flag, "the model is camouflaged"},
    words.ammo("ammo", "its ammunition"),
    words.STRENGTH, words.SURFACE, words.GOING,
    words.extra "further penalties on its moves: 1 for firing on the move, fog",
  },
  enlist = enlist,
  field = {
    {"first", choice {"initiative", "a", "b"}, "the side that begins a turn", default = "initiative"},
    words.DAMAGE_MODEL, words.DAMAGE_APPLIES, words.OVER_10,
  },
  state = {strength = whole(0, 5), is_destroyed = flag},
  start = function(e) return {strength = e.strength} end,
  strength = "strength",
  speed = function(e) return movement.mean(e.move) end,
  closest = closest,
  -- The brackets are those of its own gun.
  brackets = function(field, e) return ranges.ends(e.unit.gun.class) end,
  initiative = {
    dice = function(field) return field.first == "initiative" and {d10, d10} or {} end,
    -- A tie is thrown again (R-01).
    first = function(field, a, b)
      if field.first ~= "initiative" then return field.first end
      local first = command.higher(a, b)
      return first ~= "tie" and first or nil
    end,
  },
  aim = function(field, by, at, now)
    return {
      modifier = anti_tank.modifier(shot_of(by, at, now)) or false,
      strength = by.strength, stand = anti_tank.stand(at.strength, 0, field.damage_model),
      damage_applies = field.damage_applies, continued = field.over_10 == "continue", is_duel = now.duel,
    }
  end,
  throws = function(fire) return fire.modifier and 1 or 0 end,
  reads_actor = true, -- its markers
  dice = {d10},
  resolve = function(fire, n, actor, target, die)
    mark(fire, target, markers_on(fire.stand.remaining, target) + markers_of(fire, actor, target, die))
  end,
  can_harm = function(fire, actor, target)
    return fire.modifier and markers_of(fire, actor, target, 10) > 0
  end,
  why_harmless = function(field, by, at, now)
    local modifier = anti_tank.modifier(shot_of(by, at, now))
    return modifier and ("it cannot penetrate: even a 10 scores only %d, and the first marker needs %d"):format(
      10 + modifier, anti_tank.least_score())
  end,
  explain = function(fire, field, by, at, now)
    return ("%s, %s: %s"):format(by.unit.name, by.unit.gun.name, anti_tank.line(shot_of(by, at, now)))
  end,
  words = {
    element = "a vehicle of Ten Rounds Rapid", unit = "a vehicle", strength = "its strength less the markers on it",
    attack = "the target is within the range of the gun, even if no result can score a marker",
    fire = "An activation is one shot.",
    pace = "In a turn, a model can move as far as its rate minus the average of the dice of its penalties (B-02). All "
      .. "models of a moving line fire, and are fired at, as moving (B-03).",
  },
  mirrors = true,
}
