-- The dice depend on the state of whoever acts, and what becomes of the others does not look at it.
local r = roll {name = "hit", title = "one die", outcomes = {"miss", "hit"}, dice = {d6},
  resolve = function(s, v) return v >= 5 and "hit" or "miss" end}

return {
  tables = {units = {hits = whole(1, 9)}},
  procedures = {r},
  battle = battle {
    order = "alternately",
    state = {hits = whole(0, 9)},
    start = function(e) return {hits = e.unit.hits} end,
    strength = "hits",
    aim = function(f, by, at, now) return {needs = 5} end,
    dice = function(fire, n, actor, target)
      if n == 1 then return {pool(actor.hits, d6, fire.needs)} end
    end,
    resolve = function(fire, n, actor, target, hits) target.hits = max(0, target.hits - hits) end,
    can_harm = function(fire) return true end,
    duel = true,
  },
}
