-- One side of a duel or one element of a battle: a pool of figures or a vehicle, its fire at another, and the effect on
-- it (Fire Phase; Vehicle Descriptions).

local words, hit, shot = require "words", require "hit", require "shot"

local force = {}

-- Figures fire themselves; a vehicle fires with its crew's bonus and attacks. A vehicle has one wound, so that the test
-- for being out of the fight is the same for both. `count_key` is the parameter with the number of figures.
function force.of(one, count_key)
  local is_vehicle = words.is_vehicle(one.unit)
  if is_vehicle and one.count > 1 then
    refuse(("%s=%d: a vehicle fights alone; %s counts figures only"):format(count_key, one.count, count_key))
  end
  return {
    unit = one.unit, is_vehicle = is_vehicle, gunner = is_vehicle and one.crew or one.unit, weapon = one.weapon,
    count = one.count, wounds = is_vehicle and 1 or one.wounds or one.unit.wounds,
    rating = one.rating or one.unit.rating, modifier = one.modifier, moving = one.moving, cover = one.cover,
    prone = one.prone, building = one.building, concealed = one.concealed, invisible = one.invisible,
    burn_clip = one.burn_clip or false,
  }
end

-- The shots of each figure, or of the vehicle, in a round (R6).
function force.shots(of, burst)
  return shot.shots(of.gunner.attacks, of.weapon, burst)
end

-- The faces of the crew's ability that save a vehicle without brakes, without a modifier (R2).
function force.brakes(of)
  return words.faces(of.gunner.ability, 0)
end

-- Damage without an effect is not kept; otherwise the same situation would be several states. For a stationary vehicle
-- that is immobility and brakes; for a crew that cannot fail its roll it is the brakes.
function force.matters(of, moves)
  if not moves then return hit.DISARMED end
  return hit.DISARMED | hit.IMMOBILE | (force.brakes(of) < words.FACES and hit.BRAKES or 0)
end

-- A vehicle's weapon is always mounted, and a large vehicle is always a large target.
function force.shot(by, at, range, star)
  return {
    weapon = by.weapon, shooter = by.gunner, target = at.unit, range = range, reach = shot.reach_of(by.weapon),
    shooter_moving = by.moving, target_moving = at.moving, cover = at.cover, prone = at.prone, building = at.building,
    concealed = at.concealed, invisible = at.invisible,
    is_large = at.is_vehicle and at.unit.large, mounted = by.is_vehicle, modifier = by.modifier, star = star,
  }
end

function force.hit(by, at)
  return hit.of(by.weapon, at.unit, at.rating, {wounds = at.wounds})
end

-- Many equal shots are one throw: how many of them hit a crowd of figures, or the sum of the marks that they leave on a
-- vehicle. GONE follows all those sums.

force.GONE = 8

-- What a shot does that hits: one hit on a crowd, or the marks for each face of the damage roll of a vehicle.
local function effects_of(one, matters)
  if not one.is_vehicle then return {1} end
  local effects = {}
  for face = 1, words.FACES do
    local marks = hit.marks_after(one, 0, face)
    effects[face] = marks == hit.DESTROYED and force.GONE or marks & matters
  end
  return effects
end

local function has_effect(effects)
  for _, effect in ipairs(effects) do
    if effect ~= 0 then return true end
  end
  return false
end

local function together(marks, more)
  return (marks == force.GONE or more == force.GONE) and force.GONE or marks | more
end

local function is_yes(yes) return yes end

-- The die of a hit, and that of one shot at figures, by the faces that hit.
local IS_HIT, ONE_SHOT = {}, {}
for faces = 1, words.FACES do
  IS_HIT[faces] = chance(faces, words.FACES)
  ONE_SHOT[faces] = pool(1, IS_HIT[faces], is_yes)
end

-- The dice of up to `most` shots that hit with so many faces; `damage` is the die of the marks that a hit leaves on a
-- vehicle, or false. A throw is of 31 shots at most, and of as many as a die of 32 bits holds.
local function throws_of(faces, damage, most)
  local first = ONE_SHOT[faces]
  if damage then first = combine(IS_HIT[faces], damage, function(is_hit, more) return is_hit and more or 0 end) end
  local throws = {first}
  if most == 1 then return throws end
  local all = ways(first) * ways(first)
  while #throws < min(31, most) and all < 1 << 32 do
    local n = #throws + 1
    throws[n] = damage and combine(throws[n - 1], first, together) or pool(n, IS_HIT[faces], is_yes)
    all = all * ways(first)
  end
  return throws
end

function force.motion(is_moving)
  return is_moving and "moving" or "stationary"
end

-- Only a vehicle can be stopped, and only a squad can flee.
local STANDS, MOVES, BOTH = {false}, {true}, {false, true}

local function motions(moves, is_vehicle, may_flee)
  if not moves then return may_flee and BOTH or STANDS end
  return is_vehicle and BOTH or MOVES
end

-- What a target leaves when it goes on with its line: an invisibility field goes with it (B-7, B-13).
local PLACES = {"cover", "prone", "building", "concealed"}

-- Fire for every motion of both, because damage can stop a vehicle: barrages["moving"]["stationary"], with the dice of
-- up to `most` shots; false if no shot has an effect, which callers treat as no fire at all. A target that moves keeps
-- its place, or leaves it.
function force.barrages(of_shot, one, own_moves, target_moves, keeps_place, matters, most, may_flee)
  local own_place, effects, barrages = {}, effects_of(one, matters), {}
  for _, place in ipairs(PLACES) do own_place[place] = of_shot[place] end
  local is_harmful = one.is_effective and has_effect(effects)
  local damage = is_harmful and one.is_vehicle and map(d10, function(face) return effects[face] end)
  for _, own in ipairs(motions(own_moves, of_shot.mounted)) do
    local row = {}
    for _, target in ipairs(motions(target_moves, one.is_vehicle, may_flee)) do
      of_shot.shooter_moving, of_shot.target_moving = own, target
      for _, place in ipairs(PLACES) do of_shot[place] = own_place[place] and (not target or keeps_place) end
      local faces = shot.faces(of_shot) or 0
      row[force.motion(target)] = is_harmful and faces > 0
        and {throws = throws_of(faces, damage, most), effects = effects}
    end
    barrages[force.motion(own)] = row
  end
  return barrages
end

-- Its condition: the wounds of all figures together, and the relevant marks of a vehicle, which counts as one wound.

function force.moves(moving, marks)
  return moving and not hit.has(marks, hit.IMMOBILE)
end

-- The shots of the remaining figures, with that many wounds and shots each; damage to a figure does not reduce its
-- shots.
function force.shots_left(left, marks, wounds, each)
  return hit.has(marks, hit.DISARMED) and 0 or round_up(left, wounds) * each
end

-- Whether it begins a round in which it would need its brakes, and whether it still needs them after the fire.
function force.sets_out_brakeless(moving, marks)
  return force.moves(moving, marks) and hit.has(marks, hit.BRAKES)
end

function force.runs_on(left, marks)
  return left > 0 and not hit.has(marks, hit.IMMOBILE)
end

-- A vehicle that no longer moves needs no brakes.
local function marks_after(marks, more)
  marks = marks | more
  return hit.has(marks, hit.IMMOBILE) and marks & ~hit.BRAKES or marks
end

-- Fire is focused: hits affect the figure in front, then the next. If a hit takes all wounds of a figure, each removes
-- one of the remaining figures, however damaged the first is. Otherwise each takes one wound from the pool. Further
-- hits are lost. `effect` is what a hit does; returns what is left, and the marks.
function force.suffer(effect, left, marks, shown)
  if effect.is_vehicle and shown == force.GONE then return 0, 0 end
  if effect.is_vehicle then return left, marks_after(marks, shown) end
  if shown == 0 then return left, marks end
  if effect.taken < effect.wounds then return max(0, left - shown * effect.taken), marks end
  return max(0, (round_up(left, effect.wounds) - shown) * effect.wounds), marks
end

function force.effect(one)
  return {is_vehicle = one.is_vehicle, taken = hit.wounds_taken(one), wounds = one.wounds}
end

-- Damage that the vehicle already has, or that makes no difference at the present distance, is no change. Otherwise a
-- battle without further effects would go on for ever.
function force.can_change(barrage, effect, marks, matters)
  if not barrage then return false end
  if not effect.is_vehicle then return true end
  for _, more in ipairs(barrage.effects) do
    if more == force.GONE or (marks_after(marks, more) ~ marks) & matters ~= 0 then return true end
  end
  return false
end

return force
