-- Melee Phase: Snap Shot special rule; Prepared barricades. A charge into melee, and the snap shot at it. The attacker
-- is side a of the melee, the defender side b.

local words, hit, shot, melee = require "words", require "hit", require "shot", require "melee"

-- R17: the attacks that an obstacle leaves. One attack is lost over it. The other reading leaves a hero exactly one and
-- all others none; those numbers are in the table of troops.
local function attacks_over(troop, reading)
  if reading == "one" then return troop.attacks_over_obstacle end
  return max(0, troop.attacks - 1)
end

-- A defender that took the snap shot has no attack left, unless the attacker crosses an obstacle: then it has all of
-- them.
local function prepare_melee(s, wounds)
  local attacks = s.obstacle and attacks_over(s.attacker, s.obstacle_attacks) or s.attacker.attacks
  local strikes_back = s.response == "melee" or s.obstacle
  s.side = {
    a = {good = melee.faces(s.attacker, s.defender, 0), attacks = attacks, wounds = wounds},
    b = {
      good = melee.faces(s.defender, s.attacker, 0), attacks = strikes_back and s.defender.attacks or 0,
      wounds = s.defender_wounds or s.defender.wounds,
    },
  }
end

-- The snap shot is at range 0, in the row 0-10, at a target that moves and has no cover.
local function prepare(s)
  local wounds = s.attacker_wounds or s.attacker.wounds
  s.shot = {
    weapon = s.weapon, shooter = s.defender, target = s.attacker, range = 0, reach = shot.reach_of(s.weapon),
    shooter_moving = s.defender_moved, target_moving = true, modifier = s.modifier, star = "zero",
  }
  s.faces = shot.faces(s.shot)
  s.hit = hit.of(s.weapon, s.attacker, s.attacker_rating, {wounds = wounds})
  prepare_melee(s, wounds)
end

-- R18: a hit that counts ends the charge, and nobody strikes this turn. A hit whose rating is too low does not count.
local function shoot(s, now, face)
  local lost = hit.wounds_taken(s.hit)
  now.is_shot_at = false
  if face > (s.faces or 0) or lost == 0 then return {} end
  now.a_left, now.a_blows, now.b_blows = now.a_left - lost, 0, 0
  return {["attacker-wounds-lost"] = lost}
end

return chain {
  id = "SKANK-19", name = "charge", chapter = "Melee", title = "a charge, and the snap shot or the melee against it",
  section = "Melee Phase: Snap Shot special rule; Prepared barricades", rulings = "R2 R7 R8 R17 R18 R19",
  parameters = {
    words.troop("attacker", "the attacker"), words.troop("defender", "the defender"),
    words.weapon("direct", "rifle", "the defender's weapon, for the snap shot"),
    {"response", choice {"snap-shot", "melee"}, "the defender's reaction", default = "snap-shot"},
    {"defender-moved", flag, "the defender moved this turn"},
    {"obstacle", flag, "the charge crosses an obstacle"},
    {"obstacle-attacks", choice {"minus-one", "one"}, "attacks that remain behind an obstacle", default = "minus-one"},
    words.wounds("attacker-wounds", "in place of the troop's"),
    words.wounds("defender-wounds", "in place of the troop's"),
    words.rating("attacker-rating", "rating of the attacker", 0, 1),
    words.modifier("modifier", "added to the snap shot"),
  },
  outcomes = {"neither", "attacker-down", "defender-down", "both-down"}, undecided = false,
  expectations = {
    {"attacker-wounds-lost", "mean number of wounds of the attacker"},
    {"defender-wounds-lost", "mean number of wounds of the defender"},
  },
  prepare = prepare,
  state = {
    is_shot_at = flag, a_blows = melee.STATE.a_blows, b_blows = melee.STATE.b_blows, a_left = melee.STATE.a_left,
    b_left = melee.STATE.b_left,
  },
  start = function(s)
    local now = melee.start(s)
    now.is_shot_at = s.response == "snap-shot"
    return now
  end,
  outcome = function(s, now)
    if now.is_shot_at or not melee.is_over(now) then return nil end
    return melee.down(now, "neither", "attacker-down", "defender-down", "both-down")
  end,
  dice = {d10},
  kind = function(s, face) return (face <= (s.faces or 0) and "shot " or "") .. melee.kind(s, face) end,
  step = function(s, now, face)
    if now.is_shot_at then return false, shoot(s, now, face) end
    local a, b = melee.strike(s, now, face)
    return false, {["attacker-wounds-lost"] = a, ["defender-wounds-lost"] = b}
  end,
  thrown = function(s, now) return now.is_shot_at and "the snap shot" or "a blow" end, told = melee.TOLD,
  explain = function(s)
    local lines = {melee.attack_words("attacker", s.side.a), melee.attack_words("defender", s.side.b)}
    if s.response == "melee" then return lines end
    return words.joined({shot.explain(s.shot), hit.explain(s.hit)}, lines)
  end,
}
