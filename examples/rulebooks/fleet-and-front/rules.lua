-- Fleet and Front: every unit rolls a D6 at or under its strength, both sides at once; the owner chooses what he loses.

local KINDS = {"militia", "guns", "armour", "flyers", "ironclad"}     -- the rows of units.csv
local ROLES = {"attack", "defence"}
local MOST = 12                                                       -- of a kind, on one side

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

local function is_left(kinds, now)
  for _, kind in ipairs(kinds) do
    if now[kind.field] > 0 then return true end
  end
  return false
end

-- Takes away a unit for each hit; what they cost.
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

-- A round is a throw for each kind of either side; when the last has rolled, both remove what was hit.
local parameters = {}
local state = {roller = whole(1, 2 * #KINDS), by_attack = whole(0, MOST * #KINDS), by_defence = whole(0, MOST * #KINDS)}
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
    s.rollers = {table.unpack(s.attackers)}
    for _, kind in ipairs(s.defenders) do table.insert(s.rollers, kind) end
  end,
  state = state,
  start = function(s)
    local now = {roller = 1}
    for _, kind in ipairs(s.rollers) do now[kind.field] = s[kind.field] end
    return now
  end,
  outcome = function(s, now)
    local attacker, defender = is_left(s.attackers, now), is_left(s.defenders, now)
    if attacker and defender then return nil end
    return attacker and "attacker-wins" or defender and "defender-wins" or "nobody-left"
  end,
  dice = function(s, now)
    local kind = s.rollers[now.roller]
    return {pool(now[kind.field], d6, 7 - kind.strength)}             -- N or less is as likely as 7 - N or more
  end,
  step = function(s, now, hits)
    local by = "by_" .. s.rollers[now.roller].role
    now[by] = now[by] + hits
    now.roller = now.roller + 1
    if now.roller <= #s.rollers then return false end
    local gains = {
      rounds = 1,
      ["attacker-lost"] = remove(s.attackers, now, now.by_defence),
      ["defender-lost"] = remove(s.defenders, now, now.by_attack),
    }
    now.roller, now.by_attack, now.by_defence = 1, 0, 0
    return true, gains
  end,
  turns = "rounds",
  undecided = "broken-off",
}

return {
  tables = {units = {attack = whole(0, 6), defence = whole(0, 6), cost = whole(1, 99)}},
  units = "units",
  procedures = {assault},
}
