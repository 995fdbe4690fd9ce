-- A chain that a limit of turns cuts off, and outcomes that are numbers below 0.
local line = chain {name = "line", title = "two lines lose elements until one has lost three", outcomes = {"a-breaks", "b-breaks"},
  parameters = {{"bounds", whole(1, 20), "after how many it is broken off", default = 3}},
  expectations = {{"a-lost", "elements that a has lost"}, {"lead", "how many more b has lost than a"}},
  state = {a = whole(0, 3), b = whole(0, 3)},
  turns = "bounds",
  outcome = function(s, st) if st.a == 3 then return "a-breaks" end if st.b == 3 then return "b-breaks" end end,
  dice = {d6},
  step = function(s, st, v)
    local gains = {}
    if v <= 2 then st.a = st.a + 1 gains = {["a-lost"] = 1, lead = -1} elseif v == 6 then st.b = st.b + 1 gains = {lead = 1} end
    return true, gains
  end}
local net = roll {name = "net", title = "hits less hits", outcomes = {"jam"}, numbers = "hits more than the enemy's", dice = {d6, d6},
  expectations = {{"net", "hits more"}},
  resolve = function(s, a, b) if a == 1 and b == 1 then return "jam" end return a - b, {net = a - b} end}
local signs = roll {name = "signs", title = "names with signs", outcomes = {"a+1", "a-1", "1", "-1"}, dice = {d4},
  resolve = function(s, v) return ({"a+1", "a-1", "1", "-1"})[v] end}

return {
  tables = {units = {hits = whole(1, 9), save = whole(2, 7), shots = whole(1, 9), speed = whole(0, 99), points = whole(0, 999)}},
  procedures = {line, net, signs},
}
