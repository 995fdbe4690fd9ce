-- A gun throws a D3 of dice, against the number of its range.
return {
  tables = {
    classes = {points = whole(0, 99)},
    near = {brackets = whole(1, 6)}, far = {brackets = whole(1, 6)},
  },
  procedures = {
    roll {
      name = "reaches.fire", title = "the fire of a gun",
      parameters = {
        {"reach", choice {"near", "far"}, "the table that is used", default = "near"},
        {"distance", decimal(0, 48), "how far", bracketed = true, default = 1},
      },
      numbers = "hits", highest_first = true,
      brackets = function(s) return s.reach end,
      remark = function(s) if s.reach == "far" then return "The far table is a guess" end end,
      dice = function(s) return {pool(d3, d6, tables[s.reach].gun:at(s.distance) or 7)} end,
      resolve = function(s, hits) return hits end,
    },
    roll {
      name = "reaches.cost", title = "the cost of guns",
      parameters = {
        {"class", whole(1, 9), "the class of the guns", ids = "classes"},
        {"guns", list {"near", "far"}, "the guns", prefixes = {far = "far-"}, suffix = "-used", default = "none", count = 9},
      },
      numbers = "points", dice = {},
      resolve = function(s)
        local cost = 0
        for _, gun in ipairs(s.guns) do
          local row, is_used = gun[1], gun[2]
          cost = cost + (row == tables.far.gun and 1000 or 0) + (is_used and s.class.points // 2 or s.class.points)
        end
        return cost
      end,
    },
    chain {
      name = "reaches.reload", title = "a gun is loaded, then fires",
      outcomes = {"hit", "missed"},
      state = {loaded = flag, over = choice {"no", "hit", "missed"}},
      told = {},
      outcome = function(s, now) return now.over ~= "no" and now.over or nil end,
      dice = {d6},
      thrown = function(s, now) return now.loaded and "the shot" or "the loading" end,
      step = function(s, now, shown)
        if now.loaded then now.over = shown > 3 and "hit" or "missed" end
        now.loaded = now.loaded or shown > 1
        return false
      end,
    },
  },
}
