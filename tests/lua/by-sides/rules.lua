-- One side after the other; the fewer dice of a sorted pair decide who begins; a side with two worn tanks gives up.
local r = roll {name = "morale", title = "a test", outcomes = {"holds", "runs"}, dice = {sum(2, d6)},
  resolve = function(s, v) return v >= 7 and "holds" or "runs" end}

return {
  tables = {units = {hits = whole(1, 9), save = whole(2, 7), shots = whole(1, 9), speed = whole(0, 99), points = whole(0, 999)}},
  procedures = {r},
  battle = battle {
    order = "by-sides",
    field = {{"night", flag, "it is dark"}},
    state = {hits = whole(0, 9)},
    start = function(e) return {hits = e.unit.hits} end,
    strength = "hits", price = "points", speed = "speed",
    closest = function(f) return f.night and 3 or 6 end,
    initiative = {dice = {sorted(2, d6), d8}, first = function(f, pair, other)
      if pair[1] == other then return nil end
      return pair[1] > other and "a" or "b"
    end},
    aim = function(f, by, at, now) return {needs = f.night and 6 or 4, save = at.unit.save} end,
    throws = 2,
    dice = {combine(d6, d6, function(hit, save) return {hit, save} end)},
    resolve = function(fire, n, actor, target, shot)
      if shot[1] >= fire.needs and shot[2] < fire.save then target.hits = target.hits - 1 end
    end,
    can_harm = function(fire) return fire.save > 1 end,
    limits = function(f) return 2, 3 end,
    worn = function(e, st) return st.hits < e.unit.hits end,
    duel = true,
  },
}
