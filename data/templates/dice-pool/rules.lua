-- My Game: as many D6 as the unit has attacks; each that hits must be saved, or a model falls.

local REACH = 24   -- inches

-- How many models fall. The target's save fails on what is below it: with a save of 5, on 4 faces of 6, as "3 or more".
local function fallen(attacks, hit, save)
  return pool(attacks, d6, hit, 8 - save)
end

local attack = roll {
  id = "MG-01", name = "attack", title = "one unit attacks another", chapter = "Fire", section = "page 1",
  parameters = {
    {"by", row "units", "who attacks"},
    {"models", whole(1, 5), "how many models of it are left", default = 1},
    {"target", row "units", "who is attacked"},
    {"cover", flag, "the target is in cover: attacks hit one worse"},
  },
  numbers = "models that fall",
  expectations = {{"damage", "models that fall"}},
  prepare = function(s)
    if s.models > s.by.models then refuse(s.by.name .. " has no more than " .. s.by.models .. " models") end
    s.dice = s.models * s.by.attacks
    s.needs = s.by.hit + (s.cover and 1 or 0)
  end,
  dice = function(s) return {fallen(s.dice, s.needs, s.target.save)} end,
  resolve = function(s, models) return models, {damage = models} end,
  explain = "{dice} dice hit on {needs} or more; {target.name} saves on {target.save} or more",
}

local fight = battle {
  order = "by-sides",
  state = {models = whole(0, 5)},
  start = function(e) return {models = e.unit.models} end,
  strength = "models", price = "points", speed = "speed", closest = 6,
  aim = function(f, by, at, now)
    return {attacks = now.range <= REACH and by.unit.attacks or 0, hit = by.unit.hit, save = at.unit.save}
  end,
  dice = function(fire, n, actor, target)
    if n == 1 and fire.attacks > 0 then
      return {fallen(actor.models * fire.attacks, fire.hit, fire.save)}
    end
  end,
  resolve = function(fire, n, actor, target, models) target.models = max(0, target.models - models) end,
  can_harm = function(fire) return fire.attacks > 0 and fire.hit <= 6 and fire.save > 1 end,
  duel = true,
}

return {
  tables = {
    units = {models = whole(1, 5), attacks = whole(1, 2), hit = whole(2, 6), save = whole(2, 7), speed = whole(0, 24),
             points = whole(0, 1000)},
  },
  procedures = {attack},
  battle = fight,
}
