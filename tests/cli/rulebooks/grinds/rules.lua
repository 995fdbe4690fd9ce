-- A step without gains, an outcome of its own called undecided, questions that are all refused, and a siege that may never end.
local grind = chain {name = "grind", title = "until it falls", parameters = {{"needs", whole(2, 7), "what the die must show", default = 4}},
  outcomes = {"fallen", "undecided"}, state = {hits = whole(0, 2), tries = whole(0, 3)}, expectations = {{"shots", "shots"}},
  start = function() return {hits = 2} end,
  outcome = function(s, st) if st.hits == 0 then return "fallen" end if st.tries == 3 then return "undecided" end end,
  dice = {d6},
  step = function(s, st, die) if die >= s.needs then st.hits = st.hits - 1 end st.tries = st.tries + 1 return true end}
local never = roll {name = "never", title = "never asked", parameters = {{"n", whole(2, 7), "a number", default = 4}}, outcomes = {"x"},
  prepare = function(s) if s.n < 20 then refuse("n is too small") end end, dice = {d6}, resolve = function() return "x" end}
local siege = chain {name = "siege", title = "until it falls", parameters = {{"needs", whole(2, 7), "what the die must show", default = 4}},
  outcomes = {"fallen"}, state = {hits = whole(0, 2)},
  start = function() return {hits = 2} end,
  outcome = function(s, st) if st.hits == 0 then return "fallen" end end,
  dice = {d6},
  step = function(s, st, die) if die >= s.needs then st.hits = st.hits - 1 end return true end}
return {tables = {units = {hits = whole(1, 9)}}, procedures = {grind, never, siege}}
