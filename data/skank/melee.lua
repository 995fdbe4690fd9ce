-- Melee Phase: one attack, one round, a fight to the end. Two figures strike at each other at the same time. Vehicles
-- are not in the table and take no part (R19).

local words = require "words"

local melee = {}

-- The faces with which one figure hits another, none in an N cell. A troop's bonus to hit does not count, because it is
-- for shooting only.
function melee.faces(attacker, target, modifier)
  local number = attacker.melee[target.melee.id]
  return number and words.faces(number, modifier) or 0
end

-- Disabling is harder by 2, and a success takes the target out whatever its wounds (R20; Special and Optional Rules B).
local function prepare_attack(s)
  local modifier = s.modifier
  for _, id in ipairs {"entering", "burning", "disable"} do
    if s[id] then modifier = modifier + words.modifier_of(id) end
  end
  s.good = melee.faces(s.attacker, s.target, modifier)
  s.wounds = s.target_wounds or s.target.wounds
end

local attack = roll {
  id = "SKANK-16", name = "melee-attack", chapter = "Melee", title = "one attack in melee",
  section = "Melee Phase; Special and Optional Rules B", rulings = "R2 R19 R20",
  parameters = {
    words.troop("attacker", "the attacker"), words.troop("target", "the target"), words.TARGET_WOUNDS,
    {"entering", flag, "the attacker enters an enemy-held building in this turn"},
    {"burning", flag, "the attacker is inside a burning building"},
    {"disable", flag, "to knock out and capture instead of wound"},
    words.modifier("modifier", "added to the roll"),
  },
  outcomes = {"miss", "wound", "killed", "captured"},
  expectations = {{"hit", "probability of a hit"}},
  prepare = prepare_attack,
  dice = {d10},
  resolve = function(s, face)
    if face > s.good then return "miss" end
    return s.disable and "captured" or s.wounds == 1 and "killed" or "wound", {hit = 1}
  end,
  explain = function(s) return ("hits with %d of %d faces"):format(s.good, words.FACES) end,
}

-- A round in progress: side a strikes, then b, each with all its attacks; a figure that goes down still strikes. The
-- order of the blows does not matter.
melee.STATE = {a_blows = whole(0, 100), b_blows = whole(0, 100), a_left = whole(0, 1000), b_left = whole(0, 1000)}
melee.TOLD = {a_left = "a's wounds left", b_left = "b's wounds left"}

-- A side that cannot hit need not roll. Fights in which neither can are then over before they begin.
function melee.begin_round(s, now)
  now.a_blows = s.side.a.good > 0 and s.side.a.attacks or 0
  now.b_blows = s.side.b.good > 0 and s.side.b.attacks or 0
end

function melee.start(s)
  local now = {a_left = s.side.a.wounds, b_left = s.side.b.wounds}
  melee.begin_round(s, now)
  return now
end

function melee.is_over(now)
  return now.a_blows == 0 and now.b_blows == 0
end

-- One attack, of the side whose turn it is. Returns the wounds that a and b lose.
function melee.strike(s, now, face)
  if now.a_blows > 0 then
    now.a_blows = now.a_blows - 1
    if face > s.side.a.good then return 0, 0 end
    now.b_left = now.b_left - 1
    if now.b_left == 0 then now.a_blows = 0 end -- there is nothing left to strike
    return 0, 1
  end
  now.b_blows = now.b_blows - 1
  if face > s.side.b.good then return 0, 0 end
  now.a_left = now.a_left - 1
  if now.a_left == 0 then now.b_blows = 0 end
  return 1, 0
end

-- Which side is down, as one of four outcomes: neither, a, b, both.
function melee.down(now, neither, a, b, both)
  if now.a_left == 0 then return now.b_left == 0 and both or a end
  return now.b_left == 0 and b or neither
end

local FIGHT = {
  words.troop("a", "one fighter"), words.troop("b", "the other"),
  words.attacks("a-attacks", "attacks of a, in place of the troop's"),
  words.attacks("b-attacks", "attacks of b, in place of the troop's"),
  words.wounds("a-wounds", "wounds of a, in place of the troop's"),
  words.wounds("b-wounds", "wounds of b, in place of the troop's"),
  words.modifier("a-modifier", "added to the rolls of a"), words.modifier("b-modifier", "added to the rolls of b"),
}

-- Values that are not given are the troop's own. Attacks may be 0, as for a figure that lost them to an obstacle.
local function fighter(troop, enemy, attacks, wounds, modifier)
  return {
    good = melee.faces(troop, enemy, modifier), attacks = attacks or troop.attacks, wounds = wounds or troop.wounds,
  }
end

local function prepare_fight(s)
  s.side = {
    a = fighter(s.a, s.b, s.a_attacks, s.a_wounds, s.a_modifier),
    b = fighter(s.b, s.a, s.b_attacks, s.b_wounds, s.b_modifier),
  }
end

function melee.attack_words(name, one)
  return ("%s: %s with %d of %d faces"):format(name, words.counted(one.attacks, "attack"), one.good, words.FACES)
end

local function explain_fight(s)
  return {
    melee.attack_words("a", s.side.a) .. ", " .. words.counted(s.side.a.wounds, "wound"),
    melee.attack_words("b", s.side.b) .. ", " .. words.counted(s.side.b.wounds, "wound"),
  }
end

function melee.kind(s, face)
  return (face <= s.side.a.good and "a hits " or "") .. (face <= s.side.b.good and "b hits" or "")
end

local round = chain {
  id = "SKANK-17", name = "melee-round", chapter = "Melee", title = "one round of two figures",
  section = "Melee Phase", rulings = "R2 R19",
  parameters = FIGHT,
  outcomes = {"both-stand", "a-down", "b-down", "both-down"}, undecided = false,
  expectations = {
    {"a-wounds-lost", "mean number of wounds that a loses"},
    {"b-wounds-lost", "mean number of wounds that b loses"},
  },
  prepare = prepare_fight,
  state = melee.STATE, start = melee.start,
  outcome = function(s, now)
    if melee.is_over(now) then return melee.down(now, "both-stand", "a-down", "b-down", "both-down") end
  end,
  dice = {d10}, kind = melee.kind,
  step = function(s, now, face)
    local a, b = melee.strike(s, now, face)
    return false, {["a-wounds-lost"] = a, ["b-wounds-lost"] = b}
  end,
  thrown = "a blow", told = melee.TOLD, tells_gains = true,
  explain = explain_fight,
}

-- A round in which nobody goes down is followed by the next. Between rounds the blows of the next remain; there are
-- none only if neither side can ever hit.
local fight = chain {
  id = "SKANK-18", name = "melee-fight", chapter = "Melee", title = "two figures fight until one is down",
  section = "Melee Phase", rulings = "R2 R19",
  parameters = FIGHT,
  outcomes = {"a-wins", "b-wins", "both-down", "stalemate"}, undecided = "stalemate",
  expectations = {{"rounds", "mean number of rounds"}},
  prepare = prepare_fight,
  state = melee.STATE, start = melee.start,
  outcome = function(s, now)
    if melee.is_over(now) then return melee.down(now, "stalemate", "b-wins", "a-wins", "both-down") end
  end,
  dice = {d10}, kind = melee.kind,
  step = function(s, now, face)
    melee.strike(s, now, face)
    if not melee.is_over(now) then return false end
    if now.a_left > 0 and now.b_left > 0 then melee.begin_round(s, now) end
    return true, {rounds = 1}
  end,
  thrown = "a blow", told = melee.TOLD, tells_gains = true,
  explain = explain_fight,
}

melee.procedures = {attack, round, fight}
return melee
