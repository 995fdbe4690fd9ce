-- What a squad does when its card is drawn ("The Sequence of the Game", "Movement and Firing", "Firing the Unit"). It
-- has functions, with which it rallies or fires, depending on its policy. Fire changes the men and the marker of one
-- target.

local words, lost, column = require "words", require "lost", require "column"

local skirmish = {}

function skirmish.policy(choices, help, default)
  return {"policy", choice(choices), help, default = default}
end

-- Range and the enemy's cover are the same throughout a fight at that range, so they are one factor and one shift. Men
-- and marker change from shot to shot.
function skirmish.shooter(set, by, at, inches)
  local range = lost.range(set, inches)
  return {
    factor = by.per_man * range.factor,
    shift = range.columns + lost.cover(set, at.cover) + by.shift,
  }
end

-- The column of so many men without a marker; false if they are too few to fire.
function skirmish.column(shooter, men, of_marker)
  return column.of(men * shooter.factor, shooter.shift + (of_marker or 0))
end

-- Each function takes one step off a marker that is worse than disrupted, or fires. A disrupted squad fires: its marker
-- costs its shots one column, and removing it would cost one of the shots. Returns the marker that is left, and the
-- shots.
function skirmish.effort(fire, marker)
  local functions = fire.functions
  while fire.policy == "rally" and marker > words.DISRUPTED and functions > 0 do
    marker, functions = marker - 1, functions - 1
  end
  return marker, functions
end

-- Fire: what a squad does with so many men and under each marker, and the results of the columns on which it fires.

local function act_of(set, shooter, by, men, marker)
  local left, shots = skirmish.effort(by, marker)
  local one = skirmish.column(shooter, men, lost.known_firer(set, left))
  return {marker = left, shots = one and shots or 0, column = one}
end

local function results_of(set, acts)
  local results = {}
  for _, of_men in ipairs(acts) do
    for _, act in ipairs(of_men) do
      if act.column then results[act.column] = results[act.column] or lost.column(set.all, act.column) end
    end
  end
  return results
end

function skirmish.fire(set, shooter, by)
  local acts = {}
  for men = 1, by.men do
    acts[men] = {}
    for marker = words.NONE, words.SUPPRESSED do acts[men][marker + 1] = act_of(set, shooter, by, men, marker) end
  end
  return {policy = by.policy, acts = acts, results = results_of(set, acts)}
end

-- Columns with an unknown cell cannot be fired on, so they cause no marker.
local function worst_marker(set)
  local worst = words.NONE
  for one = words.LAST, words.BELOW, -1 do
    if worst == words.SUPPRESSED then break end
    local most = words.NONE
    for _, result in ipairs(lost.column(set.all, one)) do
      most = result and most and max(most, result.marker)
    end
    worst = max(worst, most or words.NONE)
  end
  return worst
end

-- An answer must not begin and then reach a hole in the chart. So every cell is looked up that any number of men needs
-- under any marker. A squad that spends all of its functions on its marker does not need the chart.
local function check_act(set, by, act, marker)
  local left, shots = skirmish.effort(by, marker)
  if shots == 0 then return end
  lost.firer(set, left)
  if act.column then lost.whole_column(set, act.column) end
end

function skirmish.check(set, by, fire)
  local worst = worst_marker(set)
  for men = #fire.acts, 1, -1 do
    for marker = words.NONE, worst do check_act(set, by, fire.acts[men][marker + 1], marker) end
  end
end

function skirmish.act(fire, squad)
  return fire.acts[squad.men][squad.marker + 1]
end

-- Kills and the worst marker of a shot apply at once (K9). Shots stop when the target is gone. A squad without men
-- loses its marker, so that all destroyed squads are alike.
function skirmish.hit(result, target)
  if target.men == 0 then return end
  target.men = max(target.men - result.kills, 0)
  target.marker = target.men > 0 and max(target.marker, result.marker) or words.NONE
end

-- Markers alone end nothing, so only kills keep a battle going. With fewer men the column is lower, so a squad that
-- cannot kill now, with any marker under which it fires, never will.
function skirmish.can_kill(fire, squad)
  local worst = fire.policy == "rally" and words.DISRUPTED or words.SUPPRESSED
  for marker = min(squad.marker, worst), worst do
    local act = fire.acts[squad.men][marker + 1]
    for _, result in ipairs(act.column and fire.results[act.column] or {}) do
      if result and result.kills > 0 then return true end
    end
  end
  return false
end

return skirmish
