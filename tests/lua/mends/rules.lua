-- All shoot at once. A save that is reached takes a hit; a one lets the target mend one, so that whom one shoots at may become stronger.
local r = roll {name = "mend", title = "whether a hit is mended", outcomes = {"no", "yes"}, dice = {d6},
  resolve = function(s, v) return v == 1 and "yes" or "no" end}

return {
  tables = {units = {hits = whole(1, 9), save = whole(2, 7), shots = whole(1, 9), speed = whole(0, 99), points = whole(0, 999)}},
  procedures = {r},
  battle = battle {
    order = "at-once",
    state = {hits = whole(0, 3)},
    start = function(e) return {hits = e.unit.hits} end,
    strength = "hits",
    aim = function(f, by, at, now) return {needs = at.unit.save} end,
    throws = 1,
    dice = {d6},
    resolve = function(fire, n, actor, target, v)
      if target.hits == 0 then return end
      if v >= fire.needs then target.hits = target.hits - 1 elseif v == 1 then target.hits = min(3, target.hits + 1) end
    end,
    can_harm = function(fire) return fire.needs <= 6 end,
    duel = true,
  },
}
