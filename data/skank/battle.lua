-- Battles (B-1 to B-15): any number of forces on each side, each like one side of a duel. All fire at the same time. At
-- the end of a turn, crews roll for vehicles that had no brakes when it began.

local words, hit, shot, force = require "words", require "hit", require "shot", require "force"
local morale, clip = require "morale", require "clip"

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
  clip.check(e, of)
  local shots = of.count * clip.shots(of, max(force.shots(of, "multiply"), force.shots(of, "max")))
  if shots > SHOTS_MOST then
    refuse(("%d figures would fire %d shots a turn; an element fires at most %d"):format(of.count, shots, SHOTS_MOST))
  end
  morale.check(e, of)
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

-- B-7, B-13: an element that moves with its line leaves its place, unless it moves inside it. The barrages include every mark
-- of damage that may matter later in the battle; `matters` has those for the present distance.
local function aim(field, by, at, now)
  local own, target = by.force, at.force
  local one, of_shot = force.hit(own, target), force.shot(own, target, now.range, field.star)
  local moving, target_moving = by.moving or now.moving, at.moving or now.target_moving
  local is_allowed = clip.may_fire(own, target, now) and shot.faces(of_shot) ~= false
  if not is_allowed then one.is_effective = false end
  return {
    wounds = own.wounds, shots = clip.shots(own, force.shots(own, field.burst)), burns = own.burn_clip, moving = moving,
    target_moving = target_moving, is_mission_kill = field.win == "mission-kill",
    matters = force.matters(target, target_moving), effect = force.effect(one), is_allowed = is_allowed,
    barrages = force.barrages(of_shot, one, moving, target_moving, at.moving,
      force.matters(target, at.moving or now.target_ever_moves), 1, at.morale),
  }
end

-- A squad that flees is fired at as moving, and does not fire (B-14).
local function barrage_of(fire, actor, target)
  local own, at = force.moves(fire.moving, actor.marks), force.moves(fire.target_moving, target.marks)
  return fire.barrages[force.motion(own)][force.motion(at or target.fleeing > 0)]
end

local function shots_left(fire, actor)
  return force.shots_left(actor.left, actor.marks, fire.wounds, fire.shots)
end

local function shots_of(fire, actor)
  if actor.fleeing > 0 or clip.reloads(fire.burns, actor.marks) then return 0 end
  return shots_left(fire, actor)
end

-- A squad that flees may rally, and then fires, and is fired at, where it stands.
local function barrages_against(fire, actor, target)
  local own = fire.barrages[force.motion(force.moves(fire.moving, actor.marks))]
  if target.fleeing == 0 then return {barrage_of(fire, actor, target)} end
  return {own.stationary or false, own.moving or false}
end

-- Under mission-kill a vehicle that cannot fire is out at once (B-10). Without it, it stays a target.
local function resolve(fire, n, actor, target, shown)
  local left, marks = force.suffer(fire.effect, target.left, target.marks, shown)
  if fire.is_mission_kill and hit.has(marks, hit.DISARMED) then left, marks = 0, 0 end
  target.left, target.marks = left, marks
  if left == 0 then target.marks, target.checked, target.fleeing = 0, 0, 0 end
end

-- The rating is first, as in the book: a hit below it has no effect.
local function why_harmless(field, by, at, now)
  local own, target = by.force, at.force
  if not clip.may_fire(own, target, now) then return "a clip is burned at figures only" end
  if not force.hit(own, target).is_effective then
    return ("the rating of its weapon, %d, is below that of the target, %d"):format(own.weapon.rating, target.rating)
  end
  if shot.faces(force.shot(own, target, now.range, field.star)) then return "no face of the die hits" end
end

return battle {
  order = "at-once",
  element = words.joined({
    ELEMENT.weapon, ELEMENT.count, ELEMENT.moving, ELEMENT.cover, ELEMENT.prone, ELEMENT.building, ELEMENT.concealed,
    ELEMENT.invisible, ELEMENT.modifier, ELEMENT.rating, ELEMENT.wounds, ELEMENT.crew, clip.PARAMETER,
    {"move", decimal(0, 1000), "inches that the element moves in a turn of an advance, in place of its own",
     optional = true},
  }, morale.PARAMETERS),
  field = {words.WIN, words.BURST, words.STAR},
  enlist = enlist,
  state = {
    left = whole(0, 1000000), marks = whole(0, 7), checked = morale.STATE.checked, fleeing = morale.STATE.fleeing,
  },
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
    if shots_left(fire, actor) == 0 then return false end
    for _, barrage in ipairs(barrages_against(fire, actor, target)) do
      if force.can_change(barrage, fire.effect, target.marks, fire.matters) then return true end
    end
    return false
  end,
  why_harmless = why_harmless,
  -- The crew rolls if the vehicle moves without brakes, alone or with its line (B-8). Brakes lost this turn, or an
  -- engine lost since, need no roll. A failed roll destroys the vehicle. A squad checks its morale, or rallies (B-14).
  after = {
    when = function(e, moving, before, now)
      if not e.force.is_vehicle then return now.left > 0 and e.burn_clip or morale.is_due(e, e.force, now) end
      return force.sets_out_brakeless(moving or e.moving, before.marks) and force.runs_on(now.left, now.marks)
    end,
    dice = function(e, now)
      return (e.force.is_vehicle or morale.is_due(e, e.force, now)) and {d10} or {}
    end,
    resolve = function(e, now, face)
      if not e.force.is_vehicle then
        local marks = e.burn_clip and clip.after(now) or 0
        if morale.is_due(e, e.force, now) then morale.throw(e, e.force, now, face) end
        now.marks = now.left > 0 and marks or 0
      elseif face > force.brakes(e.force) then
        now.left, now.marks = 0, 0
      end
    end,
  },
  words = {
    element = "a Skank element", battle = "a Skank battle", unit = "figure or vehicle of the army",
    strength = "the wounds that all its figures have left; 1 for a vehicle",
    attack = "the element fires at least one shot that could damage the target (B-3)",
    fire = "Each shot is aimed by itself, at an enemy that the shots before it have left (R35, B-1). A squad is hit "
      .. "figure by figure: a hit takes one wound of the figure in front, or all of them if it kills outright, and the "
      .. "next hit falls on the next figure when the one in front is down. At the end of the turn, crews roll for "
      .. "vehicles that had no brakes when it began (B-2, B-8), and squads with morale=yes check it or rally (B-14).",
    pace = "In a turn, a figure can move as far as its chart says and a vehicle as far as its greatest move, or as "
      .. "move says (B-5). An element that moves with its line fires, and is fired at, as moving; it has no cover "
      .. "unless it has moving=yes (B-6, B-7).",
  },
}
