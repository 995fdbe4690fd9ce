-- All men shoot at once, each at an enemy that the others have left. Who was hit, and lives, is down from the next turn
-- on, and hard to hit.
local r = roll {name = "save", title = "whether armour holds", outcomes = {"holds", "fails"}, dice = {d6},
  resolve = function(s, v) return v >= 4 and "holds" or "fails" end}

return {
  tables = {units = {hits = whole(1, 9), save = whole(2, 7), speed = whole(0, 99), points = whole(0, 999)}},
  procedures = {r},
  battle = battle {
    order = "at-once",
    state = {hits = whole(0, 9), down = flag},
    start = function(e) return {hits = e.unit.hits} end,
    strength = "hits", price = "points",
    brackets = function(f, e) return {e.unit.save, 10} end,
    aim = function(f, by, at, now) return {range = now.range, save = at.unit.save} end,
    may_fire = function(fire) return fire.range <= 24 end,
    shots = function(fire, actor) return fire.range > 24 and 0 or actor.hits end,
    shows = whole(0, 2),
    -- A six hits twice; in cover only a six hits, and once.
    dice = function(fire, n, actor, target)
      local once, twice = target.down and 6 or 4, target.down and 7 or 6
      return {map(d6, function(v) return v >= twice and 2 or v >= once and 1 or 0 end)}
    end,
    resolve = function(fire, n, actor, target, hits)
      target.hits = max(0, target.hits - hits)
      if hits > 0 then target.down = target.hits > 0 end
    end,
    can_harm = function(fire) return fire.range <= 24 end,
    duel = true,
  },
}
