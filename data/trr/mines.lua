-- Crossing a minefield (section 10 "Mines"): a roll for each 4 cm, and a roll for the effect of each mine that goes
-- off.

local words, soft_fire, anti_tank = require "words", require "soft-fire", require "anti-tank"

local FARTHEST, ROLLS_MOST = 60, 30

-- Fields of one kind do not affect the other kind of target. Soft transport sets off mines of either kind.
local function is_attacked(s)
  return not (s.field == "tank" and s.target == "foot") and not (s.field == "personnel" and s.target == "armour")
end

-- A part of a step is a roll, unless partial=round-down (R-19).
local function rolls_of(s)
  local steps = s.distance / words.value "mine-step-cm"
  return s.partial == "round-down" and floor(steps) or ceil(steps)
end

-- The mine's strike and the defence are the whole sum: no modifier of anti-tank fire applies (R-22).
local function prepare(s)
  s.is_attacked, s.rolls = is_attacked(s), rolls_of(s)
  if s.target == "armour" then
    s.modifier = words.value "mine-strike" - anti_tank.defence(s)
    s.stand = anti_tank.stand(s.strength, s.target_damage, s.damage_model)
  else
    s.row = soft_fire.row(words.value "mine-factor")
  end
end

-- The status of a vehicle depends on the markers of all mines together; for a soft target the outcome is the
-- casualties.
local function outcome(s, now)
  if not s.is_attacked then return "not-attacked" end
  if now.rolled < s.rolls and not now.is_stopped then return nil end
  return s.target == "armour" and anti_tank.status(s.stand, now.total) or now.total
end

-- A vehicle that is out of action or destroyed moves no further. `markers` counts all scored ones, the state at most as
-- many as destroy it.
local function hit_vehicle(s, now, die)
  local markers = anti_tank.markers(die + s.modifier)
  local status = anti_tank.status(s.stand, now.total + markers)
  now.total = min(now.total + markers, s.stand.remaining + 1)
  now.is_stopped = status == "out-of-action" or status == "destroyed"
  return false, {strikes = 1, markers = markers}
end

-- Casualties add up without a limit: in the book nobody leaves a minefield.
local function hit_soft(s, now, die)
  local casualties = soft_fire.casualties(s.row, die)
  now.total = now.total + casualties
  return false, {strikes = 1, hits = casualties}
end

-- The ends are every whole step that fits in the longest way.
local function brackets()
  local ends, step = {}, words.value "mine-step-cm"
  for cm = step, FARTHEST, step do ends[#ends + 1] = cm end
  return ends
end

local function explain(s)
  if not s.is_attacked then return {} end
  local effect = s.target == "armour" and ("score D10 %+d"):format(s.modifier)
    or ("factor %d on the casualty table"):format(words.value "mine-factor")
  return ("%s, each sets off a mine on %d or less, %s"):format(words.counted(s.rolls, "roll"), s.density, effect)
end

-- The die that sets a mine off is first, then the die of its effect, which is thrown whether a mine goes off or not.
local mines = chain {
  id = "TRR-28", name = "mines", chapter = "Mines and bunkers", title = "crossing a minefield", section = "10 Mines",
  rulings = "R-02, R-04, R-19, R-22",
  parameters = words.join({
    {"field", choice {"mixed", "personnel", "tank"}, "the target of the mines", default = "mixed"},
    {"density", whole(1, 10), "density of the field", default = 5},
    {"distance", decimal(1, FARTHEST), "distance in cm moved in the field", default = 4, bracketed = true,
     aliases = "range"},
    {"partial", choice {"round-up", "round-down"}, "a part of 4 cm", default = "round-up"},
    {"target", choice {"foot", "soft-transport", "armour"}, "what crosses the part", default = "foot"},
  }, words.only("target=armour", words.TARGET_DEFENCE), words.only("target=armour", words.TARGET_STAND)),
  outcomes = words.join(anti_tank.STATUSES, {"not-attacked"}), numbers = "casualties 0, 1, ... of soft targets",
  undecided = false,
  expectations = {
    {"hits", "mean number of casualties"},
    {"markers", "mean number of markers scored until the vehicle stops"},
    {"strikes", "mean number of mines set off"},
  },
  expects = function(s, name) return name ~= (s.target == "armour" and "hits" or "markers") end,
  brackets = brackets,
  prepare = prepare,
  state = {rolled = whole(0, ROLLS_MOST), is_stopped = flag, total = whole(0, 4 * ROLLS_MOST)},
  outcome = outcome,
  dice = {d10, d10},
  step = function(s, now, mine, die)
    now.rolled = now.rolled + 1
    if mine > s.density then return false end
    if s.target == "armour" then return hit_vehicle(s, now, die) end
    return hit_soft(s, now, die)
  end,
  thrown = "a roll in the minefield", told = {total = "casualties or markers"},
  explain = explain,
}

return {procedures = {mines}}
