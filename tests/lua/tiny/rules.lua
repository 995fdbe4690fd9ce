-- Tiny Tanks: a tank rolls a D6 to hit by range; the target rolls a D6 for its armour.
local function to_hit(range)
  return tables.to_hit.gun:at(range) or 7
end

local shot = roll {
  id = "T-01", name = "shot",
  chapter = "Fire", title = "one shot", section = "page 1",
  parameters = {
    {"target", row "units", "the tank fired at"},
    {"range", decimal(0, 60), "distance in inches", brackets = "to-hit"},
    {"moving", flag, "the firer moved"},
  },
  outcomes = {"miss", "saved", "hurt"},
  expectations = {{"damage", "hits taken off"}},
  prepare = function(s)
    s.needs = to_hit(s.range) + (s.moving and 1 or 0)
    if s.needs > 7 then refuse("out of range") end
  end,
  dice = {d6, d6},
  resolve = function(s, hit, save)
    if hit < s.needs then return "miss" end
    if save >= s.target.save then return "saved" end
    return "hurt", {damage = 1}
  end,
  explain = {"hits with {needs} or more", "{target.name} saves on {target.save} or more"},
}

-- Three shots at once: how many hurt.
local volley = roll {
  id = "T-02", name = "volley", chapter = "Fire", title = "shots at once", section = "page 1",
  parameters = {
    {"target", row "units", "the tank fired at"},
    {"range", decimal(0, 60), "distance in inches", brackets = "to-hit"},
    {"shots", whole(1, 8), "how many", default = 3},
  },
  numbers = "shots that hurt",
  dice = function(s)
    return {pool(s.shots, d6, to_hit(s.range), function(v) return v < s.target.save end)}
  end,
  resolve = function(s, hurt) return hurt end,
}

-- Shot at until it is out.
local siege = chain {
  id = "T-03", name = "siege", chapter = "Fire", title = "shots until the target is out", section = "page 1",
  parameters = {
    {"target", row "units", "the tank fired at"},
    {"range", decimal(0, 60), "distance in inches", brackets = "to-hit"},
    {"turns", whole(1, 100), "turns after which it is broken off", default = "unlimited", word = "unlimited"},
  },
  outcomes = {"out", "alive"},
  expectations = {{"shots", "shots fired"}},
  state = {hits = whole(0, 9)},
  start = function(s) return {hits = s.target.hits} end,
  outcome = function(s, st) if st.hits == 0 then return "out" end end,
  dice = {d6, d6},
  step = function(s, st, hit, save)
    if hit >= to_hit(s.range) and save < s.target.save then st.hits = st.hits - 1 end
    return true, {shots = 1}
  end,
  turns = "turns",
  undecided = "alive",
}

-- Where the example counts the hits that are left, here those that are lost are counted: all begin with 0. That
-- `resolve` looks at the actor changes nothing, and what is remembered of it is then kept for each of his states.
local function hurts(fire, hit, save) return hit >= fire.needs and save < fire.save end

local fight = battle {
  order = "alternately",
  state = {lost = whole(0, 9)},
  start = function() return {lost = 0} end,
  strength = function(e, st) return e.unit.hits - st.lost end,
  price = "points", speed = "speed", closest = 6,
  brackets = "to-hit",
  aim = function(f, by, at, now)
    return {needs = to_hit(now.range), save = at.unit.save, shots = by.unit.shots}
  end,
  throws = function(fire) return fire.shots end,
  dice = {d6, d6},
  kind = function(fire, n, hit, save) return hurts(fire, hit, save) and "hurt" or "unhurt" end,
  resolve = function(fire, n, actor, target, hit, save)
    if actor.lost >= 0 and hurts(fire, hit, save) then target.lost = target.lost + 1 end
  end,
  can_harm = function(fire) return fire.needs <= 6 and fire.save > 1 end,
  words = {strength = "its hits", attack = "a shot is fired"},
  duel = true,
}

return {
  tables = {
    units = {hits = whole(1, 9), save = whole(2, 7), shots = whole(1, 9), speed = whole(0, 99), points = whole(0, 999)},
    ["to-hit"] = {brackets = whole(1, 7)},
  },
  procedures = {shot, volley, siege},
  battle = fight,
  fire = {procedure = "shot", unit = {}, target = {target = "id"}, damage = "damage", harmless = {"miss", "saved"},
          price = "points", strength = "hits"},
  prices = {units = function(row) return {{"hits", row.hits .. " hits", 5 * row.hits}, {"save", "its armour", 12 - 2 * row.save}} end},
  card = function(row) return {{"hits", "hits", row.hits}, {"save", "saves on", row.save .. "+"}} end,
}
