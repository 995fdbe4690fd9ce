-- Forts: what other rulebooks of the tests leave out. Each answer is worked out by hand in tests/cli/check.session.

local kept = array(40, whole(0, 255)) -- a state that is too long to be remembered

local barrage = roll {
  name = "barrage", title = "a list of arms at a fort",
  parameters = {
    {"target", row {"units", "arms"}, "what is shot at"},
    {"arms", list "arms", "what shoots", count = 3},
    {"again", flag, "those that miss shoot again", default = true},
    {"bonus", whole(0, 2), "what is added", default = "none", word = "none", without = 0},
  },
  numbers = "hits",
  expectations = {{"damage", "walls that fall, by halves", parts = 2}},
  prepare = function(s)
    s.n, s.columns, s.list = 0, 0, {"plain"}
    for i, arm in ipairs(s.arms) do s.n = s.n + arm.shots end
    for key in pairs(s.target) do s.columns = s.columns + 1 end
    s.known = #tables.units + (find(tables.units, "keep") and 10 or 0) + (find(tables.units, "nobody") and 100 or 0)
  end,
  dice = function(s) return {pool(s.n, d6, function(v) return v + s.bonus >= 4 end)} end,
  resolve = function(s, hits) return hits, {damage = hits} end,
  explain = {"{n} shots at {target}, which has {columns} columns; again {again}; {known} {list} {n.x} {bonus} {"},
}

-- The arm of who is hit, as a die: rows are values like others.
local arm = roll {
  name = "arm", title = "the arm of a unit that is drawn", outcomes = {"bow", "sling"},
  dice = function(s) return {map(d6, function(v) return tables.units[v > 2 and "keep" or "tower"].arm end)} end,
  resolve = function(s, drawn) return drawn.id end,
  explain = function(s) return "drawn" end,
}

-- More results than are remembered.
local far = roll {
  name = "far", title = "two dice of a hundred", outcomes = {"equal", "other"}, dice = {d100, d100},
  resolve = function(s, a, b) return a == b and "equal" or "other" end,
}

local words = roll {
  name = "words", title = "texts and numbers", outcomes = {"right", "wrong"}, dice = {},
  resolve = function(s)
    local moved = table.move({1, 2}, 1, 2, 2, {0})
    local all = tostring(nil) .. tostring(true) .. tostring(2) .. tostring("x") .. tostring({}) .. #moved
    local numbers = floor(2.5) + round_down(7, 2) + round_up(7, 2) + floor(-0.5)
    return all == "niltrue2x(table)3" and numbers == 8 and "right" or "wrong"
  end,
}

local walk = chain {
  name = "walk", title = "a walk until it stops",
  parameters = {{"limit", whole(0, 9), "turns", default = 3}},
  outcomes = {"home"},
  expectations = {{"steps", "steps"}},
  state = {way = choice {"out", "back"}, at = row "arms", seen = flag, n = whole(0, 3), all = array(2, whole(0, 3))},
  outcome = function(s, st) if st.at.id == "sling" and st.way == "back" then return "home" end end,
  dice = {d(2)},
  step = function(s, st, v)
    if v == 2 then st.way, st.at, st.all = "back", tables.arms.sling, {1, 2} end
    return true, {steps = 1}
  end,
  turns = function(s) if s.limit > 0 then return s.limit end end,
  purpose = function(s, st) return st.way == "out" and 1 or 0 end,
  thrown = {"a step back", "a step out"},
}

local long = chain {
  name = "long", title = "a long state", outcomes = {"full"}, expectations = {{"throws", "throws"}},
  state = {kept = kept, n = whole(1, 3)},
  outcome = function(s, st) if st.kept[40] == 2 then return "full" end end,
  dice = {d(2)}, turns = 5,
  step = function(s, st, v) st.kept[40] = st.kept[40] + v - 1 return true, {throws = 1} end,
}

-- A duel of the rules' own: both forts throw a die each round, the higher one wins; equal ones are thrown again.
local joust = chain {
  name = "joust", title = "two forts throw dice",
  parameters = {
    {"left", row "units", "one"}, {"right", row "units", "the other"}, {"apart", decimal(0), "distance"},
    {"begins", choice {"a", "b", "initiative", "simultaneous"}, "who begins", default = "initiative"},
  },
  outcomes = {"left", "right", "both"}, undecided = "both",
  expectations = {{"rounds", "rounds"}},
  state = {who = choice {"none", "left", "right"}},
  outcome = function(s, st) if st.who ~= "none" then return st.who end end,
  dice = {d6, d6},
  step = function(s, st, a, b)
    a, b = a + s.left.walls, b + s.right.walls
    st.who = a > b and "left" or a < b and "right" or "none"
    return true, {rounds = 1}
  end,
  turns = 2,
}

local volley = roll {
  name = "volley", title = "an arm shoots", outcomes = {"miss", "graze", "hit"}, expectations = {{"damage", "walls"}},
  parameters = {
    {"hits-on", whole(2, 6), "it hits on"}, {"range", decimal(0, 20), "distance"}, {"shots", whole(1, 9), "shots", default = 2},
    {"walls", whole(1, 9), "of the target"}, {"wet", flag, "it rains"},
  },
  dice = {d6},
  resolve = function(s, v)
    if v >= s.hits_on + (s.wet and 1 or 0) then return "hit", {damage = 1} end
    return v == 1 and "miss" or "graze"
  end,
}

return {
  tables = {
    units = {
      walls = whole(1, 9), weight = decimal(0.5, 9), arm = row "arms", motto = {text, blank = "-"},
    },
    arms = {["hits-on"] = whole(2, 6), shots = whole(1, 9)},
  },
  procedures = {barrage, arm, far, words, walk, long, joust, volley},
  duel = {
    procedure = "joust", a = "left", b = "right", range = "apart", first = "begins", turns = "rounds", a_wins = "left",
    b_wins = "right", mutual = "both", counts = "rounds", mirrors = true,
  },
  fire = {
    procedure = "volley", firers = "arms", unit = {["hits-on"] = "hits-on"}, target = {walls = "walls"},
    words = {"wet=yes"}, each = "shots", shots = function(s) return s.shots end, damage = "damage", killed = "hit",
    harmless = {"miss", "graze"}, strength = "walls", class = "motto",
  },
  prices = {
    by = "page 2", printed = "points",
    units = function(row) return {{"walls", row.walls .. " walls", 8 * row.walls}} end,
    arms = function(row) return {{"shots", row.shots .. " shots", 3 * row.shots}, {"aim", "its aim", 1}} end,
  },
  card = function(row) return {{"walls", "walls", row.walls}, {"arm", "arm", row.arm.id}} end,
}
