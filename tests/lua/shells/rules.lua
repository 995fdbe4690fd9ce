-- A six destroys. Who has no shell left throws nothing.
return {
  tables = {units = {}},
  procedures = {},
  battle = battle {
    order = "alternately",
    state = {alive = flag, shells = whole(0, 2)},
    start = function(e) return {alive = true, shells = 2} end,
    strength = function(e, now) return now.alive and 1 or 0 end,
    aim = function(f, by, at, now) return {} end,
    dice = function(fire, n, actor) if n == 1 and actor.shells > 0 then return {d6} end end,
    resolve = function(fire, n, actor, target, v)
      actor.shells = actor.shells - 1
      if v == 6 then target.alive = false end
    end,
    can_harm = function(fire) return true end,
    duel = true,
  },
}
