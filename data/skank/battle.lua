-- Battles (B-1 to B-12): any number of forces on each side, each like one side of a duel. All fire at the same time. At
-- the end of a turn, crews roll for vehicles that had no brakes when it began.

local words, hit, shot, force = require "words", require "hit", require "shot", require "force"

local ELEMENT = words.force("unit", "", "the element")

-- The chart leaves the move of a large monster to the gamemaster; the table's battle-move replaces it. A vehicle goes
-- at its greatest move (B-5).
local function own_move(of)
  return of.unit.move or words.value_of "battle-move"
end

local SHOTS_MOST = 65535

-- The limit is on shots and not on figures: a burst of a heavy weapon is many shots of one. The field decides how
-- attacks and shots combine, so the larger number counts.
local function enlist(e)
  local of = force.of(e, "count")
  local shots = of.count * max(force.shots(of, "multiply"), force.shots(of, "max"))
  if shots > SHOTS_MOST then
    refuse(("%d figures would fire %d shots a turn; an element fires at most %d"):format(of.count, shots, SHOTS_MOST))
  end
  e.force, e.speed = of, e.move or own_move(of)
end

-- The ranges of the fire chart, up to the weapon's own.
local function brackets_of(field, e)
  local reach, list = shot.reach_of(e.weapon), {}
  for _, upto in ipairs(brackets(tables.fire)) do
    if upto < reach then list[#list + 1] = upto end
  end
  if reach < math.huge then list[#list + 1] = reach end
  return list
end

-- B-7: an element that moves with its line leaves its cover, unless it moves inside it. The barrages include every mark
-- of damage that may matter later in the battle; `matters` has those for the present distance.
local function aim(field, by, at, now)
  local own, target = by.force, at.force
  local one, of_shot = force.hit(own, target), force.shot(own, target, now.range, field.star)
  local moving, target_moving = by.moving or now.moving, at.moving or now.target_moving
  local is_allowed = shot.faces(of_shot) ~= false
  return {
    wounds = own.wounds, shots = force.shots(own, field.burst), moving = moving,
    target_moving = target_moving, is_mission_kill = field.win == "mission-kill",
    matters = force.matters(target, target_moving), effect = force.effect(one), is_allowed = is_allowed,
    barrages = force.barrages(of_shot, one, moving, target_moving, at.moving,
      force.matters(target, at.moving or now.target_ever_moves), 1),
  }
end

local function barrage_of(fire, actor, target)
  local own, at = force.moves(fire.moving, actor.marks), force.moves(fire.target_moving, target.marks)
  return fire.barrages[force.motion(own)][force.motion(at)]
end

local function shots_of(fire, actor)
  return force.shots_left(actor.left, actor.marks, fire.wounds, fire.shots)
end

-- Under mission-kill a vehicle that cannot fire is out at once (B-10). Without it, it stays a target.
local function resolve(fire, n, actor, target, shown)
  local left, marks = force.suffer(fire.effect, target.left, target.marks, shown)
  if fire.is_mission_kill and hit.has(marks, hit.DISARMED) then left, marks = 0, 0 end
  target.left, target.marks = left, marks
end

-- The rating is first, as in the book: a hit below it has no effect.
local function why_harmless(field, by, at, now)
  local own, target = by.force, at.force
  if not force.hit(own, target).is_effective then
    return ("the rating of its weapon, %d, is below that of the target, %d"):format(own.weapon.rating, target.rating)
  end
  if shot.faces(force.shot(own, target, now.range, field.star)) then return "no face of the die hits" end
end

return battle {
  order = "at-once",
  element = {
    ELEMENT.weapon, ELEMENT.count, ELEMENT.moving, ELEMENT.cover, ELEMENT.modifier, ELEMENT.rating, ELEMENT.wounds,
    ELEMENT.crew,
    {"move", decimal(0, 1000), "inches that the element moves in a turn of an advance, in place of its own",
     optional = true},
  },
  field = {words.WIN, words.BURST, words.STAR},
  enlist = enlist,
  state = {left = whole(0, 1000000), marks = whole(0, 7)},
  start = function(e) return {left = e.force.count * e.force.wounds} end,
  strength = "left",
  speed = function(e) return e.speed end,
  -- A line does not wait for an immobile element (B-6). Figures are never stopped, only killed.
  can_stop = function(e) return e.force.is_vehicle end,
  is_stopped = function(e, now) return hit.has(now.marks, hit.IMMOBILE) end,
  -- Lines come as near as the shortest range of the chart (B-9), within which the chart has one row.
  closest = function() return brackets(tables.fire)[1] end,
  brackets = brackets_of,
  aim = aim,
  -- A throw is one shot, with its own aim (B-1). Shots without an effect are not fired (B-3), but they are permitted.
  shots = shots_of,
  shows = whole(0, force.GONE),
  dice = function(fire, n, actor, target)
    local barrage = barrage_of(fire, actor, target)
    return barrage and barrage.throws or nil
  end,
  resolve = resolve,
  may_fire = function(fire) return fire.is_allowed end,
  -- A vehicle that is disarmed and immobile could be shot at for ever without an effect (B-11).
  can_harm = function(fire, actor, target)
    return shots_of(fire, actor) > 0
      and force.can_change(barrage_of(fire, actor, target), fire.effect, target.marks, fire.matters)
  end,
  why_harmless = why_harmless,
  -- The crew rolls if the vehicle moves without brakes, alone or with its line (B-8). Brakes lost this turn, or an
  -- engine lost since, need no roll. A failed roll destroys the vehicle.
  after = {
    when = function(e, moving, before, now)
      return force.sets_out_brakeless(moving or e.moving, before.marks) and force.runs_on(now.left, now.marks)
    end,
    dice = {d10},
    resolve = function(e, now, face)
      if face > force.brakes(e.force) then now.left, now.marks = 0, 0 end
    end,
  },
  words = {
    element = "a Skank element", battle = "a Skank battle", unit = "figure or vehicle of the army",
    strength = "the wounds that all its figures have left; 1 for a vehicle",
    attack = "the element fires at least one shot that could damage the target (B-3)",
    fire = "Each shot is aimed by itself, at an enemy that the shots before it have left (R35, B-1). A squad is hit "
      .. "figure by figure: a hit takes one wound of the figure in front, or all of them if it kills outright, and the "
      .. "next hit falls on the next figure when the one in front is down. At the end of the turn, crews roll for "
      .. "vehicles that had no brakes when it began (B-2, B-8).",
    pace = "In a turn, a figure can move as far as its chart says and a vehicle as far as its greatest move, or as "
      .. "move says (B-5). An element that moves with its line fires, and is fired at, as moving; it has no cover "
      .. "unless it has moving=yes (B-6, B-7).",
  },
}
