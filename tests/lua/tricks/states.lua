-- Every way in which a chain's functions can look at a state and change it. The state has all kinds of fields, and two
-- lists. At the end the state counts, each value with its own weight.

local ENOUGH = 4

local state = {
  turn = whole(0, ENOUGH), men = array(5, whole(0, 6)), spare = array(5, whole(0, 6)), hits = whole(-9, 9),
  mood = choice {"calm", "wild", "lost"}, is_up = flag, chief = row "units", ups = array(3, flag),
}

local function sum_of(list)
  local sum = 0
  for i, n in ipairs(list) do sum = sum + i * n end
  return sum
end

local ways = {}

function ways.one(s, now, v) now.men[now.turn + 1] = v end
function ways.blind(s, now, v) now.men[1], now.hits = v, v - 3 end
function ways.same(s, now, v) now.hits, now.mood, now.men[2] = now.hits, "calm", now.men[2] end
function ways.read(s, now, v) if now.men[2] + now.men[3] > 4 then now.hits = 1 else now.men[2] = v end end
function ways.own(s, now, v) now.men[3] = v; now.hits = now.men[3]; now.hits = now.hits + 1 end
function ways.over(s, now, v)
  now.hits = now.hits + 4 * v
  if now.hits > 9 then now.hits = 9 - now.turn end
end
function ways.loop(s, now, v) for i, n in ipairs(now.men) do now.men[i] = (n + i * v) % 7 end end
function ways.pairs(s, now, v)
  local sum = 0
  for key, value in pairs(now) do
    if type(value) == "number" then sum = sum + #key * value end
  end
  now.men[1 + v % 5] = sum % 7
end
function ways.places(s, now, v)
  for i, n in pairs(now.men) do now.spare[i] = (n + v + i) % 7 end
  now.men[v % 5 + 1] = v
end
function ways.length(s, now, v) now.men[#now.men] = (v + #now.ups) % 7 end
function ways.whole(s, now, v) now.men = {v, 0, 1, now.turn, now.men[1]} end
function ways.moved(s, now, v)
  now.men[v % 5 + 1] = v
  now.spare = {table.unpack(now.men)}
end
function ways.alias(s, now, v)
  local men = now.men
  men[4] = v
  now.spare = men
  men[1] = (men[1] + now.spare[2] + 1) % 7
end
function ways.swapped(s, now, v)
  now.men[v % 5 + 1] = v
  now.men, now.spare = now.spare, now.men
end
function ways.replaced(s, now, v)
  local before = now.men[1]
  now.men = {1, 2, 3, 4, (before + v) % 7}
  now.men[2] = v
end
function ways.row(s, now, v)
  if now.chief.power > 5 then now.hits = v end
  now.chief = now.chief.leader
  if now.chief == s.unit then now.is_up = not now.is_up end
end
function ways.flags(s, now, v) now.ups[v % 3 + 1], now.is_up = v > 3, now.ups[1] end
function ways.mood(s, now, v) now.mood = v > 4 and "wild" or now.mood == "wild" and "lost" or "calm" end
function ways.sorted(s, now, v)
  now.men[1] = v
  table.sort(now.men)
end
function ways.outcome(s, now, v) now.men[v % 5 + 1] = v end
function ways.cards(s, now, v, w)
  local at = 1 + v % 5
  now.men[at] = w == "low" and 1 or w == "high" and 6 or now.men[at]
end
function ways.dice(s, now, v, w) now.men[2] = v; now.hits = w and w // 2 - 9 or 0 end

local NAMES = {}
for name in pairs(ways) do NAMES[#NAMES + 1] = name end
table.sort(NAMES)

local function worth(now)
  local sum = now.turn + 10 * sum_of(now.men) + 1000 * sum_of(now.spare) + 100000 * now.hits
  for i, up in ipairs(now.ups) do sum = sum + (up and 1 << i or 0) end
  return sum + (now.is_up and 7 or 0) + (now.mood == "wild" and 333 or now.mood == "lost" and 555 or 0)
    + 77 * now.chief.armour
end

return chain {
  name = "states", title = "a way to look at a state", outcomes = {"done", "early"},
  parameters = {{"unit", row "units", "a unit", default = "beta"}, {"way", choice(NAMES), "the way", default = "one"}},
  expectations = {{"found", "what the state is worth at the end"}},
  state = state,
  start = function() return {men = {6, 5, 4, 3, 2}, spare = {[2] = 1}, mood = "wild"} end,
  outcome = function(s, now)
    if s.way == "outcome" and now.men[1] == now.men[5] then return "early" end
    return now.turn == ENOUGH and "done" or nil
  end,
  dice = function(s, now)
    if s.way == "dice" and now.men[2] % 2 == 0 then return {d4, map(d6, function(v) return v * v // 2 end)} end
    if s.way == "cards" then return {d6, card {low = now.men[1] + 1, high = 2, none = 1}} end
    return now.turn == 2 and {map(d6, function(v) return 7 - v end)} or {d6}
  end,
  step = function(s, now, v, w)
    ways[s.way](s, now, v, w)
    now.turn = now.turn + 1
    return false, {found = now.turn == ENOUGH and worth(now) or 0}
  end,
}
