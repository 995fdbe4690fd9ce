-- Burning the clip in battles (Fire Phase: Burning the Clip; B-15): a figure fires a whole clip at figures, and reloads
-- in the next turn.

local words, hit = require "words", require "hit"

local clip = {}

clip.PARAMETER = {"burn-clip", flag, "each figure burns a clip of its smg or assault rifle every other turn"}

function clip.check(e, of)
  if not e.burn_clip then return end
  if of.is_vehicle then refuse(("burn-clip=yes: %s is no figure; only figures burn a clip"):format(of.unit.name)) end
  if not of.weapon.clip then
    refuse(("burn-clip=yes: the %s has no clip to burn; use weapon=smg or weapon=assault-rifle"):format(of.weapon.id))
  end
end

-- Always the same number, whatever the attacks (R11).
function clip.shots(of, each)
  return of.burn_clip and words.value_of "clip-shots" or each
end

-- Whether the fire is permitted: the text has no clip at a vehicle, and no moving target or figure that reloads at half
-- speed could keep up with a line.
function clip.may_fire(of, at, now)
  if of.burn_clip and (now.moving or now.target_ever_moves) then
    refuse "burn-clip=yes: a figure that reloads does not keep up with its line; use --scenario hold"
  end
  return not (of.burn_clip and at.is_vehicle)
end

-- A figure needs no brakes, so their mark says that it reloads.
local RELOADS = hit.BRAKES

function clip.reloads(of_burns, marks)
  return of_burns and hit.has(marks, RELOADS)
end

-- The marks after a turn: whoever fled has not fired.
function clip.after(now)
  if hit.has(now.marks, RELOADS) then return 0 end
  return now.fleeing > 0 and 0 or RELOADS
end

return clip
