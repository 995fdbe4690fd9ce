-- Pools whose ways no word of the machine holds: a man kills with a chance of 1/2 1/3 2/3 = 1/9, so that 20 of them have
-- 9^20 ways.
local function volley(men) return pool(men, d6, 4, 5, {d6, function(save) return save < 5 end}) end

local kills = roll {
  name = "kills", title = "one volley",
  parameters = {{"unit", row "units", "who fires"}},
  numbers = "killed",
  expectations = {{"killed", "men killed"}},
  dice = function(s) return {volley(s.unit.men)} end,
  resolve = function(s, n) return n, {killed = n} end,
}

-- Either pool has 3^12 ways, both together 3^24.
local both = roll {
  name = "both", title = "two volleys",
  numbers = "hits",
  dice = {pool(12, d6, 5), pool(12, d6, 5)},
  resolve = function(s, a, b) return a + b end,
}

local wipe = chain {
  name = "wipe", title = "volleys until so many are killed",
  parameters = {{"unit", row "units", "who fires"}, {"men", whole(1, 9), "who are fired at"}},
  outcomes = {"wiped-out"},
  expectations = {{"volleys", "volleys fired"}},
  state = {left = whole(0, 9)},
  start = function(s) return {left = s.men} end,
  outcome = function(s, st) if st.left == 0 then return "wiped-out" end end,
  dice = function(s, st) return {volley(s.unit.men)} end,
  step = function(s, st, n)
    st.left = math.max(0, st.left - n)
    return true, {volleys = 1}
  end,
}

local turns = chain {
  name = "turns", title = "two squads by turns, until one kills somebody",
  parameters = {{"unit", row "units", "both of them"}},
  outcomes = {"first", "second"},
  state = {who = whole(1, 2), over = flag},
  start = function(s) return {who = 1} end,
  outcome = function(s, st) if st.over then return st.who == 1 and "first" or "second" end end,
  dice = function(s, st) return {volley(s.unit.men)} end,
  step = function(s, st, n)
    if n > 0 then st.over = true else st.who = 3 - st.who end
    return true
  end,
}

local fight = battle {
  order = "alternately",
  state = {hits = whole(0, 9)},
  start = function(squad) return {hits = squad.unit.hits} end,
  strength = "hits",
  aim = function(field, by, at, now) return {dice = volley(by.unit.men)} end,
  throws = 1, kind = function(fire, n, killed) return killed end,
  dice = function(fire, n) return {fire.dice} end,
  resolve = function(fire, n, actor, target, killed) target.hits = math.max(0, target.hits - killed) end,
  can_harm = function(fire) return true end,
  mirrors = true,
  duel = true,
}

return {
  tables = {units = {men = whole(1, 254), hits = whole(1, 9)}},
  units = "units",
  procedures = {kills, both, wipe, turns},
  battle = fight,
}
