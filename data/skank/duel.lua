-- Duels: figures or vehicles fire at each other, round by round. A side of figures is a pool of wounds. Its fire is
-- focused on one figure until it falls, then on the next. A round is the fire of both sides, then the brakes of
-- vehicles that had lost theirs before it. Who moves, and who rolls for brakes, is known at the beginning of the round,
-- and no side has lost before the round has ended with the brakes.

local words, hit, shot, force = require "words", require "hit", require "shot", require "force"

local SIDES, OTHER = {"a", "b"}, {a = "b", b = "a"}

-- Parameters of both sides, one after the other.
local A, B = words.force("a", "a-", "a"), words.force("b", "b-", "b")
local PARAMETERS = {
  words.unit("a", "figure or vehicle on one side"), words.unit("b", "figure or vehicle on the other"),
}
local NAMES = {"weapon", "count", "moving", "cover", "prone", "building", "concealed", "invisible", "modifier", "rating", "wounds", "crew"}
local OWN = {a = {unit = "a"}, b = {unit = "b"}} -- the parameters of a side by their names without it
for _, name in ipairs(NAMES) do
  PARAMETERS = words.and_also(PARAMETERS, A[name], B[name])
  OWN.a[name], OWN.b[name] = "a_" .. name, "b_" .. name
end

-- The fields of a state, by side: shots still to be fired in this round, what is left, the marks of a vehicle, whether
-- it moves in this round, and whether it may have to roll for its brakes.
local SHOTS, LEFT, MARKS, MOVES, BRAKES = {}, {}, {}, {}, {}
for _, side in ipairs(SIDES) do
  SHOTS[side], LEFT[side], MARKS[side] = side .. "_shots", side .. "_left", side .. "_marks"
  MOVES[side], BRAKES[side] = side .. "_moves", side .. "_brakes"
end

-- Preparation.

local function force_of(s, side)
  local one = {}
  for name, own in pairs(OWN[side]) do one[name] = s[own] end
  return force.of(one, side .. "-count")
end

-- In a duel cover does not depend on movement: a-cover holds for every shot at a. Battles differ (B-7).
local function aim(s, by, at)
  local shots = force.shots(by, s.burst)
  local one = force.hit(by, at)
  return {
    shots = shots, brakes = force.brakes(by), effect = force.effect(one), first = by.count * by.wounds,
    wounds = by.wounds, moving = by.moving,
    barrages = force.barrages(force.shot(by, at, s.range, s.star), one, by.moving, at.moving, true,
      force.matters(at, at.moving), shots * by.count),
  }
end

local function prepare(s)
  local a, b = force_of(s, "a"), force_of(s, "b")
  s.side = {a = aim(s, a, b), b = aim(s, b, a)}
end

-- A round.

local function barrage_of(s, now, side)
  return s.side[side].barrages[force.motion(now[MOVES[side]])][force.motion(now[MOVES[OTHER[side]]])]
end

-- All shots of the side in this state; none if they have no effect.
local function shots_of(s, now, side)
  if not barrage_of(s, now, side) then return 0 end
  return force.shots_left(now[LEFT[side]], now[MARKS[side]], s.side[side].wounds, s.side[side].shots)
end

-- The first side opens fire. If fire is simultaneous, all elements at the beginning of the round take part.
local function open_fire(s, now, first)
  now.phase, now.shooter = "fire", first
  now[SHOTS[first]] = shots_of(s, now, first)
  if s.first == "simultaneous" then now[SHOTS[OTHER[first]]] = shots_of(s, now, OTHER[first]) end
end

-- The turn of the second side, if it can fire.
local function turn_to_second(s, now)
  if now.is_second then return false end
  now.is_second, now.shooter = true, OTHER[now.shooter]
  if s.first ~= "simultaneous" then now[SHOTS[now.shooter]] = shots_of(s, now, now.shooter) end
  return now[SHOTS[now.shooter]] > 0
end

-- Moves to the next side with something to do in this round; returns false if there is none. Shots left when the target
-- is gone are lost, because there is no other target.
local function find_work(s, now)
  if now[SHOTS[now.shooter]] > 0 or turn_to_second(s, now) then return true end
  now.phase, now.is_second, now.shooter = "brakes", false, "a"
  for _, side in ipairs(SIDES) do
    now[MOVES[side]] = false
    now[BRAKES[side]] = now[BRAKES[side]] and force.runs_on(now[LEFT[side]], now[MARKS[side]])
  end
  return now.a_brakes or now.b_brakes
end

-- Movement, and movement without brakes, is settled before any fire: a vehicle that a shot stops was still moving when
-- it was fired at.
local function begin_round(s, now)
  for _, side in ipairs(SIDES) do
    local moving, marks = s.side[side].moving, now[MARKS[side]]
    now[MOVES[side]] = force.moves(moving, marks)
    now[BRAKES[side]] = force.sets_out_brakeless(moving, marks)
  end
  if s.first == "initiative" then
    now.phase = "order"
    return
  end
  open_fire(s, now, s.first == "b" and "b" or "a")
  if not find_work(s, now) then now.phase = "idle" end
end

-- Whether a round from here can change anything. A round with dice may still change nothing, for instance if all
-- possible damage has been done. Such a duel is a stalemate at once and counts no further rounds.
local function can_change(s, now)
  if now.a_brakes or now.b_brakes then return true end
  if now.phase ~= "order" and now.phase ~= "fire" then return false end
  for _, side in ipairs(SIDES) do
    local marks = now[MARKS[OTHER[side]]]
    if shots_of(s, now, side) > 0
      and force.can_change(barrage_of(s, now, side), s.side[side].effect, marks, force.GONE - 1) then return true end
  end
  return false
end

-- Everything else is cleared, so that all ways to one verdict are one state.
local function decide(now, verdict)
  now.phase, now.shooter, now.is_second = verdict, "a", false
  for _, side in ipairs(SIDES) do
    now[SHOTS[side]], now[LEFT[side]], now[MARKS[side]], now[MOVES[side]], now[BRAKES[side]] = 0, 0, 0, false, false
  end
end

-- Begins a new round, unless it would be like this one for ever. With a limit it is played all the same.
local function go_on(s, now)
  begin_round(s, now)
  if s.rounds == 0 and not can_change(s, now) then decide(now, "stalemate") end
end

-- mission-kill is the other reading of a lost vehicle: it still exists, but cannot fire.
local function is_lost(s, now, side)
  return now[LEFT[side]] == 0 or (s.win == "mission-kill" and hit.has(now[MARKS[side]], hit.DISARMED))
end

-- Both sides are checked together, so that simultaneous fire can leave both lost.
local function end_round(s, now)
  local a, b = is_lost(s, now, "a"), is_lost(s, now, "b")
  if a or b then
    decide(now, a and b and "both-lost" or a and "b-wins" or "a-wins")
  else
    go_on(s, now)
  end
end

-- The last throw of a round may have fewer shots than others.
local function shots_of_throw(s, now)
  return min(now[SHOTS[now.shooter]], #barrage_of(s, now, now.shooter).throws)
end

-- Shots left when the enemy is gone are dropped; otherwise the round would go on with throws without an effect.
local function fire(s, now, shown)
  local by, at = now.shooter, OTHER[now.shooter]
  now[SHOTS[by]] = now[SHOTS[by]] - shots_of_throw(s, now)
  now[LEFT[at]], now[MARKS[at]] = force.suffer(s.side[by].effect, now[LEFT[at]], now[MARKS[at]], shown)
  if now[LEFT[at]] == 0 then now[SHOTS[by]] = 0 end
end

-- The dice are those of the sides that have to roll, in their order.
local function roll_brakes(s, now, ...)
  local n = 0
  for _, side in ipairs(SIDES) do
    if now[BRAKES[side]] then
      n = n + 1
      if select(n, ...) > s.side[side].brakes then now[LEFT[side]], now[MARKS[side]] = 0, 0 end
    end
  end
end

local function dice_of(s, now)
  if now.phase == "order" then return {d2} end -- one half each
  if now.phase == "fire" then return {barrage_of(s, now, now.shooter).throws[shots_of_throw(s, now)]} end
  return dice((now.a_brakes and 1 or 0) + (now.b_brakes and 1 or 0), d10)
end

-- A round counts when its last throw is made. Idle rounds count too: they occur only with a limit on rounds.
local function step(s, now, ...)
  if now.phase == "order" then
    open_fire(s, now, ... == 1 and "a" or "b")
  elseif now.phase == "fire" then
    fire(s, now, ...)
  else
    roll_brakes(s, now, ...)
  end
  if now.phase == "fire" and find_work(s, now) then return false end
  end_round(s, now)
  return true, {rounds = 1}
end

-- Words.

local ORDER = {
  simultaneous = "both fire at the same time", a = "a fires first in every round", b = "b fires first in every round",
  initiative = "a roll says in every round who fires first",
}

local function side_words(s, side)
  local of, at, shots = force_of(s, side), force_of(s, OTHER[side]), s.side[side].shots
  return {
    ("%s: %d x %s%s, %s a round%s"):format(side, of.count, of.unit.name,
      of.is_vehicle and "" or " with " .. words.counted(of.wounds, "wound"), words.counted(shots, "shot"),
      of.count > 1 and " each" or ""),
    shot.explain(force.shot(of, at, s.range, s.star)),
    hit.explain(force.hit(of, at)),
  }
end

local function explain(s)
  local head = ORDER[s.first]
  if s.win == "mission-kill" then head = head .. "; a vehicle that cannot fire counts as lost" end
  if s.rounds > 0 then head = head .. "; for at most " .. words.counted(s.rounds, "round") end
  return words.joined({head}, side_words(s, "a"), side_words(s, "b"))
end

local ACTS_FIRST = {simultaneous = "both", a = "a", b = "b", initiative = "chance"}

local STRENGTH, SHOTS_MOST = whole(0, 1000000), whole(0, 400000)
local VERDICTS, IS_VERDICT = {"a-wins", "b-wins", "both-lost", "stalemate"}, {}
for _, verdict in ipairs(VERDICTS) do IS_VERDICT[verdict] = true end
local PHASES = words.and_also(VERDICTS, "order", "fire", "brakes", "idle")

local duel = chain {
  id = "SKANK-35", name = "duel", chapter = "Duels", title = "figures or vehicles fight a duel",
  section = "Fire Phase; Vehicle Descriptions", rulings = "R1 R2 R4 R5 R6 R7 R8 R9 R10 R35",
  parameters = words.and_also(PARAMETERS,
    words.RANGE,
    {"first", choice {"simultaneous", "a", "b", "initiative"},
     "who fires first in every round; initiative: either side, by chance", default = "simultaneous"},
    words.WIN, words.BURST, words.STAR,
    {"rounds", whole(0, 1000000), "rounds after which the duel ends, undecided; 0: no limit", aliases = "turns",
     default = 0}),
  outcomes = VERDICTS, undecided = "stalemate",
  expectations = {{"rounds", "mean number of rounds until the end, the limit or a stalemate"}},
  prepare = prepare,
  state = {
    phase = choice(PHASES), shooter = choice(SIDES), is_second = flag,
    a_shots = SHOTS_MOST, b_shots = SHOTS_MOST, a_left = STRENGTH, b_left = STRENGTH,
    a_marks = whole(0, 7), b_marks = whole(0, 7), a_moves = flag, b_moves = flag, a_brakes = flag, b_brakes = flag,
  },
  start = function(s)
    local now = {
      phase = "order", shooter = "a", is_second = false, a_shots = 0, b_shots = 0,
      a_left = s.side.a.first, b_left = s.side.b.first, a_marks = 0, b_marks = 0,
    }
    go_on(s, now)
    return now
  end,
  outcome = function(s, now)
    if IS_VERDICT[now.phase] then return now.phase end
  end,
  dice = dice_of, step = step,
  turns = function(s) return s.rounds > 0 and s.rounds or nil end,
  thrown = function(s, now)
    return now.phase == "order" and "who fires first" or now.phase == "fire" and now.shooter .. "'s fire" or "brakes"
  end,
  told = {
    a_left = "a's strength", a_marks = {"a's condition", code = true},
    b_left = "b's strength", b_marks = {"b's condition", code = true},
  },
  explain = explain,
}

return {
  procedure = duel,
  adapter = {
    procedure = "duel", turns = "rounds", mutual = "both-lost", mirrors = true,
    acts_first = function(s) return ACTS_FIRST[s.first] end,
  },
}
