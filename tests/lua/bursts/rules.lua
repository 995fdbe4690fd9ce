-- More shots than an activation may have to be composed in one: battles are worked out throw by throw.
local hit = roll {name = "hit", title = "whether a shot hits", outcomes = {"no", "yes"}, dice = {d20},
  resolve = function(s, v) return v == 20 and "yes" or "no" end}

return {
  tables = {units = {hits = whole(1, 3)}},
  procedures = {hit},
  battle = battle {
    order = "alternately",
    state = {hits = whole(0, 3)},
    start = function(gun) return {hits = gun.unit.hits} end,
    strength = "hits",
    aim = function(field, by, at, now) return {} end,
    throws = 70,
    dice = {d20},
    resolve = function(fire, n, actor, target, v)
      if v == 20 and target.hits > 0 then target.hits = target.hits - 1 end
    end,
    can_harm = function(fire) return true end,
    duel = true,
  },
}
