-- My Game: begin here. A roll is one throw of dice and what comes of it; docs/lua-reference.md lists all words.

local test = roll {
  id = "MG-01", name = "test", title = "a die against a number", chapter = "Basics", section = "page 1",
  parameters = {{"needs", whole(2, 6), "what the die must show at least", default = 4}},
  outcomes = {"failure", "success"},
  dice = {d6},
  resolve = function(s, die)
    if die >= s.needs then return "success" end
    return "failure"
  end,
  explain = "{needs} or more on a D6",
}

return {
  tables = {units = {hits = whole(1, 100), points = whole(0, 1000)}},
  procedures = {test},
}
