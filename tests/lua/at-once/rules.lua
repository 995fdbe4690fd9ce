-- All shoot at once, with as many dice as they have hits; who burns may lose another hit at the end of the turn.
local r = roll {name = "burn", title = "whether a fire spreads", outcomes = {"goes-out", "spreads"}, dice = {d6},
  resolve = function(s, v) return v >= 5 and "spreads" or "goes-out" end}

return {
  tables = {units = {hits = whole(1, 9), save = whole(2, 7), speed = whole(0, 99), points = whole(0, 999)}},
  procedures = {r},
  battle = battle {
    order = "at-once",
    state = {hits = whole(0, 9), burns = flag},
    start = function(e) return {hits = e.unit.hits} end,
    strength = function(e, st) return st.hits end,
    price = function(e) return e.unit.points end,
    aim = function(f, by, at, now) return {needs = now.range > 10 and 5 or 4, save = at.unit.save} end,
    dice = function(fire, n, actor, target)
      if n == 1 then return {pool(actor.hits, d6, fire.needs, function(v) return v < fire.save end), chance(1, 6)} end
    end,
    resolve = function(fire, n, actor, target, hits, burns)
      target.hits = max(0, target.hits - hits)
      if hits > 0 and burns then target.burns = true end
    end,
    can_harm = function(fire) return fire.save > 1 end,
    after = {
      when = function(e, moving, before, now) return now.burns and now.hits > 0 end,
      dice = {d6},
      resolve = function(e, now, v)
        if v >= 5 then now.hits = now.hits - 1 elseif v == 1 then now.burns = false end
      end,
    },
    duel = true,
  },
}
