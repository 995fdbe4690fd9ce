-- Iron Saints: hit, wound, save, damage. A shot is one die that tells whether it gets through; a volley is shot after shot.

-- What a D6 must show to wound.
local function to_wound(strength, toughness)
  if strength >= 2 * toughness then return 2 end
  if strength > toughness then return 3 end
  if strength == toughness then return 4 end
  return 2 * strength <= toughness and 6 or 5
end

-- A squad's fire at another. A save on N or more lets a shot through on N - 1 or less, as likely as 8 - N or more.
local function aim(shooter, target, range, cover)
  local gun = shooter.weapon
  local fire = {
    shots = gun:at(range) or 0,                                       -- of each model
    hit = shooter.skill,
    wound = to_wound(gun.strength, target.toughness),
    save = clamp(target.save + gun.piercing - (cover and 1 or 0), 2, 7),
    damage = gun.damage,
    target = target,
  }
  local hits = gun.master_crafted and reroll(d6, {1}) or d6
  fire.shot = pool(1, d6, {hits, fire.hit}, fire.wound, 8 - fire.save)
  return fire
end

local function whole_squad(unit)
  return {models = unit.models, left = unit.wounds}
end

local function wounds_of(squad, unit)
  return squad.models > 0 and (squad.models - 1) * unit.wounds + squad.left or 0
end

-- A model loses the weapon's damage, but never more than it has left; the next one begins whole.
local function suffer(squad, fire)
  if squad.models == 0 then return end
  squad.left = squad.left - fire.damage
  if squad.left <= 0 then
    squad.models = squad.models - 1
    squad.left = squad.models > 0 and fire.target.wounds or 0
  end
end

local SQUAD = {models = whole(0, 20), left = whole(0, 20)}

local volley = chain {
  id = "IS-01", name = "volley", chapter = "Shooting", title = "a squad fires at a squad", section = "Shooting",
  rulings = "I-1, I-2, I-3",
  parameters = {
    {"unit", row "units", "the squad that fires"},
    {"target", row "units", "the squad fired at"},
    {"range", decimal(0, 99), "distance in inches", brackets = "weapons"},
    {"cover", flag, "the target is in cover"},
  },
  outcomes = {"unharmed", "wounded", "models-slain", "wiped-out"},
  expectations = {{"slain", "models slain"}, {"damage", "wounds that the squad loses"}},
  prepare = function(s) s.fire = aim(s.unit, s.target, s.range, s.cover) end,
  state = {fired = whole(0, 120), models = SQUAD.models, left = SQUAD.left},
  thrown = "a shot",
  told = {fired = "shots fired", models = "models left", left = "wounds left of a model"},
  start = function(s) return whole_squad(s.target) end,
  outcome = function(s, now)
    if now.models == 0 then return "wiped-out" end
    if now.fired < s.unit.models * s.fire.shots then return nil end
    if now.models < s.target.models then return "models-slain" end
    return now.left < s.target.wounds and "wounded" or "unharmed"
  end,
  dice = function(s, now) return {s.fire.shot} end,
  step = function(s, now, through)
    local models, wounds = now.models, wounds_of(now, s.target)
    now.fired = now.fired + 1
    if through > 0 then suffer(now, s.fire) end
    return false, {slain = models - now.models, damage = wounds - wounds_of(now, s.target)}
  end,
  explain = {
    "{fire.shots} shots a model; {fire.hit} or more hit, {fire.wound} or more wound",
    "saved on {fire.save} or more; damage {fire.damage}",
  },
}

-- First all of one side, then all of the other.
local skirmish = battle {
  order = "by-sides",
  element = {{"cover", flag, "it is in cover"}},
  state = SQUAD,
  start = function(squad) return whole_squad(squad.unit) end,
  strength = function(squad, now) return wounds_of(now, squad.unit) end,
  price = "points",
  speed = "speed",
  closest = 12,
  aim = function(field, by, at, now) return aim(by.unit, at.unit, now.range, at.cover) end,
  dice = function(fire, n, actor, target)
    if n <= actor.models * fire.shots then return {fire.shot} end
  end,
  resolve = function(fire, n, actor, target, through)
    if through > 0 then suffer(target, fire) end
  end,
  can_harm = function(fire) return fire.shots > 0 end,
  words = {
    strength = "the wounds of all its models",
    attack = "a squad has a shot within range",
    fire = "All models of a squad fire; damage beyond a model's last wound is lost.",
    pace = "In a turn a squad moves its speed in inches, and fires as well as if it stood.",
  },
  mirrors = true,
  duel = true,
}

return {
  tables = {
    units = {
      models = whole(1, 20), wounds = whole(1, 20), toughness = whole(1, 12), save = whole(2, 7), skill = whole(2, 6),
      weapon = row "weapons", speed = whole(0, 24), points = whole(1, 999),
    },
    weapons = {
      brackets = {whole(1, 6), blank = "-"}, strength = whole(1, 16), piercing = whole(0, 5), damage = whole(1, 9),
      master_crafted = flag,
    },
  },
  units = "units", weapons = "weapons",
  procedures = {volley},
  battle = skirmish,
  fire = {
    procedure = "volley", unit = {unit = "id"}, target = {target = "id"}, range = "range", damage = "damage",
    killed = "wiped-out", harmless = "unharmed", price = "points", strength = "wounds",
  },
}
