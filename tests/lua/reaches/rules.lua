-- A gun throws a D3 of dice, against the number of its range.
return {
  tables = {near = {brackets = whole(1, 6)}, far = {brackets = whole(1, 6)}},
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
