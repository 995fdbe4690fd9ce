-- A tank hits on a 3, or on a 4 if it is hit itself. A 4 burns the target, which only a duel notes.

local function moves(side) return {side .. "-moves", flag, side .. " moves"} end

local spill = roll {
  name = "spill", title = "how far fuel runs",
  outcomes = {"dry"}, numbers = "feet", parts = 12,
  expectations = {{"far", "feet on average", parts = 100000000}},
  prepare = function(s)
    s.gains = {}
    for v = 2, 4 do s.gains[v] = {far = v * 25000000} end
  end,
  dice = {d4},
  resolve = function(s, v)
    if v == 1 then return "dry" end
    return 3 * v, s.gains[v]
  end,
}

-- It begins in a state that is a part of s.
local burn = chain {
  name = "burn", title = "how long a tank burns",
  outcomes = {"out"}, state = {fuel = whole(0, 3)}, undecided = false,
  expectations = {{"turns", "turns on average"}},
  prepare = function(s) s.begin, s.turn = {fuel = 3}, {turns = 1} end,
  start = function(s) return s.begin end,
  outcome = function(s, now) return now.fuel == 0 and "out" or nil end,
  dice = {d2},
  step = function(s, now, v)
    now.fuel = max(now.fuel - v, 0)
    return true, s.turn
  end,
}

return {
  tables = {units = {hits = whole(1, 2), near = decimal(0, 99), far = decimal(0, 99)}},
  units = "units",
  procedures = {
    spill, burn,
    duel {
      title = "one tank against another",
      parameters = {
        {"a", row "units", "one tank"}, {"b", row "units", "the other tank"},
        {"range", decimal(0), "how far", default = 1, bracketed = true},
        {"first", choice {"a", "b"}, "who begins", default = "a"},
        moves "a", moves "b",
      },
      leaves_out = {"stuck", "first"},
      outcomes = {"one", "two", "both", "nobody"}, stalemate = "nobody",
      expectations = {{"rounds", "rounds on average"}, {"fires", "tanks that burn"}},
      ends = function(at_a, at_b) return {fires = (at_a.burns and 1 or 0) + (at_b.burns and 1 or 0)} end,
    },
  },
  battle = battle {
    order = "alternately", strength = "hits",
    element = {{"stuck", flag, "it cannot move"}},
    field = {{"first", choice {"a", "b"}, "the side that begins", default = "a"}},
    initiative = {dice = {}, first = function(f) return f.first end},
    state = {hits = whole(0, 2), burns = flag},
    start = function(e) return {hits = e.unit.hits} end,
    brackets = function(f, e) return {e.unit.far, e.unit.near} end,
    aim = function(f, by, at, now)
      return {full = by.unit.hits, fires = now.range <= by.unit.far, is_duel = now.duel}
    end,
    throws = function(fire) return fire.fires and 1 or 0 end,
    reads_actor = true,
    dice = {d4},
    resolve = function(fire, n, actor, target, v)
      if v < (actor.hits == fire.full and 3 or 4) then return end
      target.hits = target.hits - 1
      target.burns = fire.is_duel and target.hits == 0 and v == 4
    end,
    can_harm = function(fire) return fire.fires end,
    mirrors = true,
  },
}
