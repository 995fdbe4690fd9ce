-- Rules that look at their arguments in every way that Lua allows. Each trick returns a whole number from 0 to 99 that
-- depends on the two units, and on nothing that the other tricks look at.
local function bit(yes) return yes and 1 or 0 end

local function place_of(unit)
  local n = 0
  for row in each(tables.units) do
    n = n + 1
    if row == unit then return n end
  end
end

local calls = 0

-- `by` and `at` have a unit; `by` has its options, too.
local TRICKS = {
  {"cells", function(by, at) return by.unit.power * 5 + at.unit.armour end},
  {"same-row", function(by, at) return 2 + bit(by.unit == at.unit) end},
  {"same-row-late", function(by, at) return by.unit.power + at.unit.power + 20 * bit(by.unit == at.unit) end},
  {"found", function(by) return 2 + bit(find(tables.units, "beta") == by.unit) end},
  {"found-first", function(by, at)
    local beta = tables.units.beta
    return 2 + bit(at.unit == beta) + 4 * bit(by.unit == beta)
  end},
  {"found-by-name", function(by, at) return tables.units[at.unit.id].power * 5 + bit(tables.units.gamma == by.unit) end},
  {"found-by-number", function(by) return 2 + bit(tables.units[2] == by.unit) end},
  {"found-missing", function(by, at) return 2 + bit(find(tables.units, at.unit.motto) == nil) end},
  {"walked", function(by, at) return place_of(by.unit) * 10 + place_of(at.unit) end},
  {"leader", function(by, at) return 2 + bit(by.unit.leader == at.unit) + 2 * bit(by.unit.leader == by.unit) end},
  {"leader-of-leader", function(by) return by.unit.leader.leader.power + 10 * bit(by.unit.leader.leader == by.unit) end},
  {"cell-of-cell", function(by) return by.unit.gun.power * 5 end},
  {"same-cells", function(by, at) return 2 + bit(by.unit.gun == at.unit.gun) + 2 * bit(by.unit.gun.power == at.unit.gun.power) end},
  {"two-columns", function(by, at) return 2 + bit(by.unit.power == by.unit.armour) + 2 * bit(at.unit.power == by.unit.armour) end},
  {"key", function(by, at)
    local known = {[at.unit] = 5}
    return known[by.unit] or 7
  end},
  {"key-of-both", function(by, at)
    local n, seen = 0, {[by.unit] = 1, [at.unit] = 2}
    for _, unit in ipairs {by.unit, at.unit} do n = n * 3 + seen[unit] end
    return n
  end},
  {"pairs-of-row", function(by)
    local sum = 0
    for _, cell in pairs(by.unit) do
      if type(cell) == "number" then sum = sum + cell end
      if cell == by.unit then sum = sum + 1 end
    end
    return sum
  end},
  {"pairs", function(by)
    local sum = 0
    for name, value in pairs(by) do
      sum = sum + #name
      if value == tables.units.beta then sum = sum + 40 end
    end
    return sum % 100
  end},
  {"words", function(by, at) return #by.unit.name * 5 + bit(by.unit.motto == at.unit.motto) end},
  {"word-of-id", function(by) return by.unit.id:byte(1) - 90 end},
  {"choice", function(by) return #by.stance * 5 + by.load end},
  {"crew", function(by, at) return #by.crew * 10 + bit(by.crew[1] == at.unit) + 2 * bit(by.crew[#by.crew] == by.unit) end},
  {"set", function(by) return by.double + by.heavy.power end},
  {"set-row", function(by, at) return 2 + bit(by.heavy == by.unit) + 2 * bit(by.heavy == at.unit) + 4 * bit(by.heavy == at.unit.leader) end},
  {"set-row-cells", function(by, at) return by.heavy.power * 5 + at.unit.power end},
  {"set-number", function(by) return #tostring(by.share) end},
  {"set-list", function(by) return #by.holes * 10 + #by.deep.list end},
  {"set-function", function(by) return by.call() * 5 end},
  {"removed", function(by) return 2 + bit(by.rank == nil) + (by.rank or 0) * 5 end},
  {"removed-after-a-look", function(by, at) return 2 + bit(by.mate == nil) + 2 * bit(by.mate == at.unit) end},
  {"replaced-unseen", function(by) return #by.stance end},
  {"replaced", function(by) return by.load * 5 + by.spare end},
  {"replaced-row", function(by, at) return 2 + bit(by.mate == at.unit) + 2 * bit(by.mate == by.unit) end},
  {"replaced-plainly", function(by) return 2 + by.old_rank end},
  {"sorted", function(by, at)
    local both = {by.unit, at.unit, tables.units.delta}
    table.sort(both, function(a, b) return a.power < b.power end)
    return place_of(both[1]) * 10 + place_of(both[3])
  end},
  {"length", function(by) return 2 + #by + #by.unit end},
  {"missing", function(by) return 2 + bit(by.rank == nil) + (by.rank or 0) end},
  {"several", function(by, at)
    if by.unit.power > 3 then return at.unit.armour * 5 end
    if by.stance == "high" then return at.unit.power end
    return by.load
  end},
}

local NAMES, BY_NAME = {}, {}
for i, trick in ipairs(TRICKS) do NAMES[i], BY_NAME[trick[1]] = trick[1], trick[2] end
for _, name in ipairs {"object", "row", "function", "same-element", "range", "conditions", "forgetful"} do
  NAMES[#NAMES + 1] = name
end

-- Tricks that only fire can play: what it returns has a number, or what its throws are counted from.
local FIRES = {
  object = function(by, at) return {n = false, count = false, by = by, at = at} end,
  row = function(by, at) return {n = false, count = false, by = {unit = by.unit}, at = {unit = at.unit}} end,
  ["function"] = function(by, at) return {n = false, count = function() return by.unit.power * 5 + at.unit.armour end} end,
  ["same-element"] = function(by, at) return {n = 2 + bit(by == at)} end,
  range = function(by, at, now) return {n = (now.range > 300 and 40 or 20) + bit(now.moving)} end,
  conditions = function(by, at, now)
    local n = 0
    for _, value in pairs(now) do
      if value == true then n = n + 1 end
    end
    return {n = n * 2 + bit(now.side == "b")}
  end,
  forgetful = function(by, at)
    calls = calls + 1
    return {n = calls % 2 == 0 and by.unit.power or at.unit.armour}
  end,
}

-- An element does not know the trick. A question does, and looks at the leader only for tricks that need it.
local function check(e, trick)
  e.double = e.unit.power * 2
  e.heavy = (not trick or trick:find("^set")) and e.unit.leader
  e.share = e.stance == "high" and e.load or e.load / 1 -- 1 or 1.0
  e.holes = e.stance == "high" and {1, 2, nil, 4} or {[4] = 4, [2] = 2, [1] = 1}
  e.deep = {list = {e.double, e.load > 2 and 5 or nil}}
  local power = e.unit.power
  e.call = (not trick or trick == "set-function") and function() return power end
  if trick == "replaced-unseen" then e.stance = "low" end
  if (not trick or trick == "removed") and power > 3 then e.rank = nil end
  if (not trick or trick == "removed-after-a-look") and e.mate and power > 3 then e.mate = nil end
  e.spare = e.load
  if (not trick or trick == "replaced-row") and e.unit.power > 3 then e.mate = e.unit.leader end
  e.load = e.load + bit(e.unit.power > 3)
  e.old_rank = e.old_rank or e.unit.power
end

local OWN = {
  {"stance", choice {"low", "high"}, "how it stands", default = "low"},
  {"load", whole(0, 5), "what it carries", default = 1},
  {"rank", whole(0, 5), "what it is", optional = true},
  {"old-rank", whole(0, 5), "what it was", optional = true},
  {"mate", row "units", "who is with it", optional = true},
  {"crew", list "units", "who is in it", default = "alpha", count = 3},
}

local fight = battle {
  order = "alternately",
  element = OWN,
  enlist = function(e) check(e) end,
  field = {{"trick", choice(NAMES), "how the rules look", default = "cells"}},
  state = {hits = whole(0, 1)},
  start = function() return {hits = 1} end,
  strength = "hits",
  aim = function(field, by, at, now)
    local trick = FIRES[field.trick]
    return trick and trick(by, at, now) or {n = BY_NAME[field.trick](by, at)}
  end,
  throws = function(fire)
    if fire.n then return fire.n end
    return fire.count and fire.count() or fire.by.unit.power * 5 + fire.at.unit.armour
  end,
  dice = {d6},
  resolve = function(fire, n, actor, target, v)
    if v == 6 then target.hits = 0 end
  end,
  can_harm = function() return true end,
}

local parameters = {
  {"unit", row "units", "the unit"},
  {"target", row "units", "the other one"},
  {"trick", choice(NAMES), "how the rules look", default = "cells"},
}
for _, parameter in ipairs(OWN) do parameters[#parameters + 1] = parameter end

-- The same tricks in a roll, and late in a chain.
local function number_of(s)
  local trick = BY_NAME[s.trick] or refuse "this trick is for fire"
  return trick(s, {unit = s.target})
end

local prepared = roll {
  name = "prepared", title = "a trick when the question is prepared", parameters = parameters, numbers = "what the trick found",
  expectations = {{"found", "what the trick found"}},
  prepare = function(s)
    check(s, s.trick)
    s.n = number_of(s)
  end,
  dice = {d6},
  resolve = function(s, v) return v, {found = s.n} end,
}

local thrown = roll {
  name = "thrown", title = "a trick when the dice are thrown", parameters = parameters, numbers = "what the die shows",
  expectations = {{"found", "what the trick found"}},
  prepare = function(s) check(s, s.trick) end,
  dice = function(s) return s.rank == 2 and {d8} or {d6} end,
  resolve = function(s, v)
    if s.trick == "forgetful" then
      calls = calls + 1
      return v, {found = calls % 5}
    end
    return v, {found = v > 3 and number_of(s) * v or 0}
  end,
}

local late = chain {
  name = "late", title = "a trick late in a chain", parameters = parameters, outcomes = {"done"},
  expectations = {{"found", "what the trick found"}},
  prepare = function(s) check(s, s.trick) end,
  state = {thrown = whole(0, 2), row = row "units"},
  start = function() return {thrown = 0} end, -- the row is the first
  outcome = function(s, now) return now.thrown == 2 and "done" or nil end,
  dice = function(s, now) return now.thrown == 0 and {d4} or {d6} end,
  step = function(s, now, v)
    now.thrown = now.thrown + 1
    return false, {found = now.thrown == 2 and v > 3 and number_of(s) + bit(now.row == s.unit) or 0}
  end,
}

return {
  tables = {
    units = {power = whole(0, 9), armour = whole(0, 9), gun = row "guns", leader = row "units", motto = text},
    guns = {power = whole(0, 9)},
  },
  procedures = {prepared, late, thrown, require "states"}, battle = fight,
}
