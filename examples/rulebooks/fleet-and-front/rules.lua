-- Fleet and Front: every unit rolls a D6 at or under its strength, both sides at once; the owner chooses what he loses.

local KINDS = {"militia", "guns", "armour", "flyers", "ironclad"}     -- the rows of units.csv
local ROLES = {"attack", "defence"}
local MOST = 60                                                       -- units of a side

-- What each order of loss compares: the least goes first, and of equals the first of the list.
local LOST_FIRST = {
  cheapest = function(unit) return unit.cost end,
  dearest = function(unit) return -unit.cost end,
  weakest = function(unit, role) return unit[role] end,
}

-- The kinds that a side has, in the order in which it loses them.
local function kinds_of(s, role)
  local rank, kinds = LOST_FIRST[s[role .. "_loses"]], {}
  for place, id in ipairs(KINDS) do
    local field, unit = role .. "_" .. id, tables.units[id]
    if s[field] > 0 then
      kinds[#kinds + 1] = {field = field, role = role, cost = unit.cost, strength = unit[role], rank = rank(unit, role),
                           place = place}
    end
  end
  table.sort(kinds, function(a, b) return a.rank < b.rank or a.rank == b.rank and a.place < b.place end)
  return kinds
end

-- Removes a unit for each hit, and returns their cost.
local function remove(kinds, now, hits)
  local cost = 0
  for _, kind in ipairs(kinds) do
    local lost = min(hits, now[kind.field])
    now[kind.field] = now[kind.field] - lost
    hits = hits - lost
    cost = cost + lost * kind.cost
  end
  return cost
end

-- All units of a side roll together. N or less is as likely as 7 - N or more.
local function hits_of(kinds, now)
  local pools = {}
  for _, kind in ipairs(kinds) do
    if now[kind.field] > 0 then table.insert(pools, pool(now[kind.field], d6, 7 - kind.strength)) end
  end
  return sum(table.unpack(pools))
end

local function count(kinds, now)
  local n = 0
  for _, kind in ipairs(kinds) do n = n + now[kind.field] end
  return n
end

-- A round is one throw of both sides. Then both remove what was hit.
local parameters, state = {}, {}
for _, role in ipairs(ROLES) do
  for _, id in ipairs(KINDS) do
    table.insert(parameters, {role .. "-" .. id, whole(0, MOST), id .. " of the side in " .. role, default = 0})
    state[role .. "_" .. id] = whole(0, MOST)
  end
  table.insert(parameters, {role .. "-loses", choice {"cheapest", "dearest", "weakest"},
                            "what the side in " .. role .. " loses first", default = "cheapest"})
end
table.insert(parameters, {"rounds", whole(1, 1000), "rounds after which the attacker breaks off", default = "unlimited",
                          word = "unlimited"})

local assault = chain {
  id = "FF-01", name = "assault", chapter = "Battles", title = "two sides fight for a space", section = "Battles",
  rulings = "F-1, F-2",
  parameters = parameters,
  outcomes = {"attacker-wins", "defender-wins", "nobody-left", "broken-off"},
  expectations = {
    {"rounds", "rounds that are fought"},
    {"attacker-lost", "cost of what the attacker loses"},
    {"defender-lost", "cost of what the defender loses"},
  },
  prepare = function(s)
    s.attackers, s.defenders = kinds_of(s, "attack"), kinds_of(s, "defence")
    if #s.attackers == 0 or #s.defenders == 0 then refuse("each side needs a unit, as in attack-militia=2") end
    for role, kinds in pairs {attack = s.attackers, defence = s.defenders} do
      local n = count(kinds, s)
      if n > MOST then refuse(("the side in %s has %d units; a side can have at most %d units"):format(role, n, MOST)) end
    end
  end,
  state = state,
  start = function(s)
    local now = {}
    for _, kinds in ipairs {s.attackers, s.defenders} do
      for _, kind in ipairs(kinds) do now[kind.field] = s[kind.field] end
    end
    return now
  end,
  outcome = function(s, now)
    local attacker, defender = count(s.attackers, now) > 0, count(s.defenders, now) > 0
    if attacker and defender then return nil end
    return attacker and "attacker-wins" or defender and "defender-wins" or "nobody-left"
  end,
  dice = function(s, now) return {hits_of(s.attackers, now), hits_of(s.defenders, now)} end,
  each = function(s, now, i, hits)
    if i == 1 then return true, {rounds = 1, ["defender-lost"] = remove(s.defenders, now, hits)} end
    return true, {["attacker-lost"] = remove(s.attackers, now, hits)}
  end,
  turns = "rounds",
  undecided = "broken-off",
}

return {
  tables = {units = {attack = whole(0, 6), defence = whole(0, 6), cost = whole(1, 99)}},
  units = "units",
  procedures = {assault},
}
