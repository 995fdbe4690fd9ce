-- Chains whose dice and effects follow from a number, the seed. `alone` says what each die does; `together` is the same
-- chain, whose step does all of it.
local FIELDS, MOST = {"p", "q", "r", "t"}, 2
local COLOURS = {"red", "green", "blue"}

-- A number from 0 to n - 1 that follows from the others.
local function drawn(n, ...)
  local x = 12345
  for _, value in ipairs {...} do x = (x ~ value) * 6364136223846793005 + 1442695040888963407 end
  x = (x ~ x >> 29) * 6364136223846793005
  return (x >> 33) % n
end

-- What a die shows, as a number.
local function number_of(shown)
  if type(shown) == "table" then return 10 * shown[1] + shown[2] end
  if type(shown) == "boolean" then return shown and 1 or 0 end
  return type(shown) == "string" and #shown or shown
end

-- The dice: each of its own sort. Pools depend on the state.
local SORTS = {
  function() return d6 end,
  function(s, st) return pool(1 + st.p, d6, 5) end,
  function(s, st) return pool(st.q, d6, 3, 4) end,
  function() return sorted(2, d(3)) end,
  function() return chance(1, 3) end,
  function() return map(d4, function(v) return ("x"):rep(v // 2) end) end,
}

-- How many dice; they change different fields. The last one may change two, of which one is a word.
local function count(s) return 1 + drawn(3, s.seed, 1) end

local function dice_of(s, st)
  local dice = {}
  for i = 1, count(s) do dice[i] = SORTS[1 + drawn(#SORTS, s.seed, 2, i)](s, st) end
  return dice
end

-- What the i-th die does. It reads some of the fields in `from`, and changes its own in `to`.
local function act(s, from, to, i, shown)
  local n, way = number_of(shown), drawn(6, s.seed, 3, i)
  local first, second = FIELDS[1 + drawn(#FIELDS, s.seed, 4, i)], FIELDS[1 + drawn(#FIELDS, s.seed, 5, i)]
  local own = FIELDS[i]
  local x = drawn(1000, n, from[first])
  if way == 1 and x % 2 == 0 then x = x + from[second] end -- a read that depends on another one
  if way == 2 then
    for name, value in pairs(from) do x = x + #name * (type(value) == "number" and value or #value) end
  end
  if way == 3 and n % 2 == 0 then return n % 4 == 0 end -- changes nothing
  if way == 4 and from.colour == "red" then x = x + 1 end
  to[own] = drawn(MOST + 1, s.seed, 6, i, x)
  if way == 5 then to[own] = (to[own] + from[first]) % (MOST + 1) end
  if i == count(s) then
    to.t = drawn(MOST + 1, s.seed, 7, x, n)
    to.colour = COLOURS[1 + drawn(#COLOURS, s.seed, 8, x)]
  end
  return drawn(2, s.seed, 9, i, x) == 0, {[drawn(2, x, 10) == 0 and "gold" or "iron"] = drawn(4, x, 11)}
end

local function chain_of(name, id, effects)
  local options = {
    id = id, name = name, title = "a chain that a number decides",
    parameters = {
      {"seed", whole(0, 1000000), "the number"},
      {"turns", whole(1, 100), "turns after which it stops", default = "unlimited", word = "unlimited"},
    },
    outcomes = {"first", "second", "third"},
    expectations = {{"gold", "gold that is found"}, {"iron", "iron that is found"}},
    state = {p = whole(0, MOST), q = whole(0, MOST), r = whole(0, MOST), t = whole(0, MOST), colour = choice(COLOURS)},
    start = function(s) return {p = drawn(MOST + 1, s.seed, 12), q = 1, r = 1, t = 1} end,
    outcome = function(s, st)
      local n = drawn(12, s.seed, 13, st.p, st.q, st.r, st.t, #st.colour)
      return n == 0 and "first" or n == 1 and "second" or n == 2 and "third" or nil
    end,
    dice = dice_of,
    turns = "turns",
  }
  for key, value in pairs(effects) do options[key] = value end
  return chain(options)
end

local function copy(st)
  return {p = st.p, q = st.q, r = st.r, t = st.t, colour = st.colour}
end

return {
  tables = {},
  procedures = {
    chain_of("alone", "A-1", {each = function(s, st, i, shown)
      if drawn(2, s.seed, 14) == 0 then return act(s, copy(st), st, i, shown) end -- reads all
      return act(s, st, st, i, shown)
    end}),
    chain_of("together", "A-2", {step = function(s, st, ...)
      local before, over, gains = copy(st), false, {}
      for i, shown in ipairs {...} do
        local now = copy(before)
        local ends, more = act(s, drawn(2, s.seed, 14) == 0 and before or now, now, i, shown)
        for name, value in pairs(now) do
          if value ~= before[name] then st[name] = value end
        end
        for name, value in pairs(more or {}) do gains[name] = (gains[name] or 0) + value end
        over = over or ends
      end
      return over, gains
    end}),
  },
}
