-- "Melee": a D6 each, the higher one kills. Equal dice are rolled again, unless `ties` says otherwise (K6).

local TIES = {reroll = "again", both = "both-die", standoff = "standoff"}

local function clash_of(a, b, ties)
  if a == b then return TIES[ties] end
  return a < b and "a-dies" or "b-dies"
end

-- A stand against a stand.
local melee = chain {
  id = "ROOKIE-14", name = "melee", chapter = "Melee", title = "one figure against one", section = "Melee",
  rulings = "K6",
  parameters = {{"ties", choice {"reroll", "both", "standoff"}, "the effect of equal rolls", default = "reroll"}},
  outcomes = {"a-dies", "b-dies", "both-die", "standoff"}, undecided = "standoff",
  state = {clash = choice {"again", "a-dies", "b-dies", "both-die", "standoff"}}, told = {},
  outcome = function(s, now) return now.clash ~= "again" and now.clash or nil end,
  dice = {d6, d6},
  step = function(s, now, a, b)
    now.clash = clash_of(a, b, s.ties)
    return false
  end,
  thrown = "a clash",
}

-- Figures meet pair by pair until a side has none left. A fight has no standoff, which would leave both of a pair
-- alive.

local function figures(side)
  return {side, whole(1, 100), "figures of " .. side, default = 5}
end

local function losses(clash)
  local both = clash == "both-die"
  return (both or clash == "a-dies") and 1 or 0, (both or clash == "b-dies") and 1 or 0
end

local melee_fight = chain {
  id = "ROOKIE-15", name = "melee-fight", chapter = "Melee",
  title = "figures against figures, pair by pair until a side is gone", section = "Melee", rulings = "K6",
  parameters = {
    figures "a", figures "b",
    {"ties", choice {"reroll", "both"}, "the effect of equal rolls", default = "reroll"},
  },
  outcomes = {"a-wins", "b-wins", "both-dead"}, undecided = false,
  expectations = {
    {"a-survivors", "mean number of a's figures left"}, {"b-survivors", "mean number of b's figures left"},
  },
  state = {a = whole(0, 100), b = whole(0, 100)}, told = {a = "a's figures", b = "b's figures"},
  start = function(s) return {a = s.a, b = s.b} end,
  outcome = function(s, now)
    if now.a > 0 and now.b > 0 then return nil end
    return now.a > 0 and "a-wins" or now.b > 0 and "b-wins" or "both-dead"
  end,
  dice = {d6, d6},
  kind = function(s, a, b) return clash_of(a, b, s.ties) end,
  step = function(s, now, a, b)
    local of_a, of_b = losses(clash_of(a, b, s.ties))
    now.a, now.b = now.a - of_a, now.b - of_b
    if now.a > 0 and now.b > 0 then return false end
    return false, {["a-survivors"] = now.a, ["b-survivors"] = now.b}
  end,
  thrown = "a clash",
}

return {melee = melee, melee_fight = melee_fight}
