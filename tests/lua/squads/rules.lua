-- Results with a number in their name, and gains that are made beforehand.
local marks = roll {
  name = "marks", title = "a mark and its number",
  outcomes = {"miss", "d#", "p#", "d-none"}, numbers = "miss; d0, d1 ... and p12; d-none",
  expectations = {{"kills", "men lost"}},
  prepare = function(s) s.gains = {kills = 3} end,
  dice = {d6},
  resolve = function(s, v)
    if v <= 2 then return "miss" end
    if v == 6 then return "p12", s.gains end
    return v == 5 and "d-none" or "d" .. 4 - v
  end,
}

return {
  tables = {squads = {name = text, men = whole(1, 3)}},
  units = "squads",
  procedures = {marks},
}
