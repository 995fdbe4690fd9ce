-- The state is at its end one turn behind the limit of turns.
local siege = chain {name = "siege", title = "until it falls", parameters = {{"needs", whole(2, 6), "what the die must show", default = 4}},
  outcomes = {"fallen", "stands"}, state = {hits = whole(0, 60), turn = whole(0, 100)}, turns = 100, undecided = "stands",
  start = function() return {hits = 60} end,
  outcome = function(s, st) if st.hits == 0 then return "fallen" end end,
  dice = {d6, d6, d6},
  step = function(s, st, a, b, c) for _, die in ipairs {a, b, c} do if die >= s.needs then st.hits = max(0, st.hits - 1) end end st.turn = st.turn + 1 return true end}
return {tables = {units = {hits = whole(1, 9)}}, procedures = {siege}}
