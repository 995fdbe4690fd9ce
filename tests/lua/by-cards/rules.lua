-- A card each; a hit may jam the gun for good: then the tank stands and cannot shoot.
local r = roll {name = "jam", title = "whether a gun jams", outcomes = {"no", "yes"}, dice = {d6},
  resolve = function(s, v) return v == 6 and "yes" or "no" end}

return {
  tables = {units = {hits = whole(1, 9), save = whole(2, 7), shots = whole(1, 9), speed = whole(0, 99), points = whole(0, 999)}},
  procedures = {r},
  battle = battle {
    order = "by-cards",
    element = {{"hidden", flag, "it is in cover"}},
    state = {hits = whole(0, 9), gun = choice {"works", "jammed"}},
    start = function(e) return {hits = e.unit.hits, gun = "works"} end,
    strength = "hits", price = "points", speed = "speed", closest = 6,
    aim = function(f, by, at, now)
      return {needs = 4 + (at.hidden and 1 or 0) + (now.moving and 1 or 0), save = at.unit.save, shots = min(2, by.unit.shots)}
    end,
    dice = function(fire, n, actor, target)
      if n <= fire.shots and actor.gun == "works" then return {d6, d6, chance(1, 10)} end
    end,
    resolve = function(fire, n, actor, target, hit, save, jams)
      if hit >= fire.needs and save < fire.save then target.hits = target.hits - 1 end
      if jams then actor.gun = "jammed" end
    end,
    can_harm = function(fire, actor) return actor.gun == "works" and fire.needs <= 6 end,
    can_stop = function(e) return true end,
    is_stopped = function(e, st) return st.gun == "jammed" end,
    turn_limit = 30,
    duel = true,
  },
}
