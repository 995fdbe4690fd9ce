-- How squads fight in battles: by cards (K17), with two functions each, on the chart of the set that the question
-- names.

local words, lost, skirmish = require "words", require "lost", require "skirmish"

local MOVE = {"speed", decimal(0, 1000), "inches that it moves in a phase", default = 6,
              default_cell = "values.battle-move.value"}

-- K15: a squad of a moving line has one function less.
local function fire_of(field, by, at, now)
  local set = field.set
  local shooter = skirmish.shooter(set, by, at, now.range)
  local squad = {
    men = by.men, policy = by.policy == "field" and field.policy or by.policy, functions = now.moving and 1 or 2,
  }
  local fire = skirmish.fire(set, shooter, squad)
  skirmish.check(set, squad, fire)
  return fire
end

-- A squad that only rallies throws no dice. One that can do neither has no attack, and its card is passed over.
local SHOTS = {{}, {d10}, {d10, d10}}

local function dice_of(fire, n, actor)
  if n > 1 then return nil end
  local act = skirmish.act(fire, actor)
  if act.shots > 0 or act.marker ~= actor.marker then return SHOTS[act.shots + 1] end
end

local function resolve(fire, n, actor, target, first, second)
  local act = skirmish.act(fire, actor)
  local results = fire.results[act.column]
  actor.marker = act.marker
  if first then skirmish.hit(results[first], target) end
  if second then skirmish.hit(results[second], target) end
end

-- What the shots do to any target.
local function kind_of(fire, n, actor, first, second)
  local results = fire.results[skirmish.act(fire, actor).column]
  local one, other = results[first], second and results[second]
  return one.marker .. " " .. one.kills .. (other and " " .. other.marker .. " " .. other.kills or "")
end

local function why_harmless(field, by, at, now)
  local shooter = skirmish.shooter(field.set, by, at, now.range)
  if not skirmish.column(shooter, by.men) then return "it has too few factors for a column of the fire chart" end
  return "its column of the fire chart has no kills"
end

return battle {
  order = "by-cards",
  unit = "squad",
  element = {
    words.own_men("men", "its men; squad: the number of the squad"),
    words.own_per_man("per-man", "firing factor of each man; squad: that of the squad"),
    words.cover("cover", "cover of the squad"),
    words.shift("shift", "further columns of its fire"),
    skirmish.policy({"rally", "fire", "field"}, "whether the squad rallies before it fires; field: as all squads",
                    "field"),
    MOVE,
  },
  enlist = function(e)
    e.men = e.men or e.squad.men
    e.per_man = e.per_man or e.squad.per_man
  end,
  field = {
    skirmish.policy({"rally", "fire"}, "rally: functions remove markers before they fire", "rally"),
    lost.data "reconstruction", lost.ALLOW,
  },
  prepare = function(field) field.set = lost.of(field) end,
  remark = lost.remark,
  brackets = function(field) return lost.edges(field.set) end,
  closest = function(field) return lost.closest(field.set) end,
  state = {men = whole(0, 40), marker = whole(0, 3)},
  start = function(e) return {men = e.men, marker = words.NONE} end,
  strength = "men",
  speed = function(e) return e.speed end,
  aim = fire_of,
  dice = dice_of,
  kind = kind_of,
  resolve = resolve,
  can_harm = skirmish.can_kill,
  why_harmless = why_harmless,
  -- Markers are removed, so a squad may be able to do later what it cannot do now.
  recovers = true,
  mirrors = true,
  words = {
    element = "a squad", battle = "a battle of squads", unit = "a listed squad", strength = "its men",
    attack = "the squad takes at least one shot; removing markers is not an attack",
    fire = "A turn is a phase. In an activation, all shots of a squad go to one target, one after the other, and stop "
      .. "when the target is gone (K18).",
    pace = "In a turn, a squad can move as far as its speed, whatever its marker. While its line moves, it has one "
      .. "function instead of two (K15); a squad of speed 0 keeps both.",
  },
}
