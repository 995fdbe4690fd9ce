-- SPDX-License-Identifier: GPL-3.0-or-later
-- Dice made of dice. A die is a list of different values, each with a whole number of equally likely ways, of any length
-- (ways.c); everything is exact. What is made is one die for salvo, however many are thrown for it.
local fail, freeze, add, row_key, ways = ...

local VALUES_MAX, NUMBER_MAX = 255, 4294967295
local DICE_MAX, KNOWN_MAX = 16, 4096

local about = setmetatable({}, {__mode = "k"}) -- die -> {values, ways, number}
local LIST = {} -- the key of a list of dice, so that lists in lists are told from dice
local n_dice = 0

local DIE = {
    __metatable = false,
    __name = "die",
    __index = function(_, key) fail("a die has no field '" .. tostring(key) .. "'; a rule gets what it shows as an argument") end,
    __newindex = function() fail("a die cannot be changed") end,
}

-- A stable sort: equal ones stay in their order, and the time is that of every run. Rules have it in place of Lua's own,
-- which begins at a place that it takes from the clock.
local function sort(list, before)
    before = before or function(a, b) return a < b end
    local n, width, from, to = #list, 1, list, {}
    while width < n do
        for low = 1, n, 2 * width do
            local i, k = low, low + width
            local i_end, k_end = math.min(low + width, n + 1), math.min(low + 2 * width, n + 1)
            for at = low, k_end - 1 do
                if i < i_end and (k >= k_end or not before(from[k], from[i])) then
                    to[at], i = from[i], i + 1
                else
                    to[at], k = from[k], k + 1
                end
            end
        end
        from, to, width = to, from == list and {} or from, 2 * width
    end
    for i = 1, n do list[i] = from[i] end
end

local function whole(value, what, least, most)
    local n = math.tointeger(value)
    if not n or n < least or n > most then
        fail(what .. " is " .. tostring(value) .. "; it is a whole number from " .. least .. " to " .. most)
    end
    return n
end

-- Equal values have equal keys, tables too: rows by their place, dice by what they show. nil: there is a function in it.
local function key(value, depth)
    local kind = type(value)
    depth = depth or 0
    if kind == "number" then
        if value ~= value then fail("a value is not a number (0/0)") end
        return math.tointeger(value) or value
    end
    if kind == "function" then return nil end
    if kind == "userdata" then return ways.text(value) end
    if kind ~= "table" then return value end
    if depth > 8 then fail("a value is a table in a table in a table, too deep to be compared") end
    local row = row_key(value)
    if row then return row end
    local known, parts = about[value], {}
    for k, v in pairs(known and {known.values, known.ways} or value) do
        local part = key(v, depth + 1)
        if part == nil then return nil end
        if math.type(part) == "float" then part = string.format("%.17g", part) end
        parts[#parts + 1] = tostring(k) .. "=" .. type(v) .. ":" .. tostring(part)
    end
    return "{" .. table.concat(parts, ";") .. "}"
end

local function all_numbers(values)
    for _, value in ipairs(values) do
        if type(value) ~= "number" then return false end
    end
    return true
end

-- The places of the values in their order, where these are numbers; else as they stand.
local function order_of(values)
    local order, place = {}, {}
    for i = 1, #values do order[i] = i end
    if all_numbers(values) then sort(order, function(a, b) return values[a] < values[b] end) end
    for at, from in ipairs(order) do place[from] = at end
    return place
end

local function new_die(values, of_them)
    local die, plain = setmetatable({}, DIE), true
    n_dice = n_dice + 1
    for i, value in ipairs(values) do
        plain = plain and value == i and math.type(value) == "integer"
        values[i] = freeze(value)
    end
    about[die] = {values = values, ways = of_them, number = n_dice, plain = plain}
    return die
end

-- A die of these values, some of which may be equal, in these ways.
local function make(values, of_them, what)
    local known, distinct, places = {}, {}, {}
    for i, value in ipairs(values) do
        if ways.any(of_them, i) then
            local k = key(value)
            if k == nil then fail(what .. " has a value nil; every result needs a value") end
            if not known[k] then
                distinct[#distinct + 1] = value
                known[k] = #distinct
            end
            places[i] = known[k]
        else
            places[i] = 0
        end
    end
    if #distinct == 0 then fail(what .. " has no value at all") end
    if #distinct > VALUES_MAX then
        fail(what .. " has " .. #distinct .. " different values, more than " .. VALUES_MAX .. "; give them to the rule as several dice")
    end
    local place, shown = order_of(distinct), {}
    for from, at in ipairs(place) do shown[at] = distinct[from] end
    for i, at in ipairs(places) do places[i] = place[at] or 0 end
    return new_die(shown, ways.join(of_them, places, #shown))
end

local function of(die, what)
    local known = type(die) == "table" and about[die]
    if not known then fail(what .. " needs a die, such as d6, and got " .. tostring(die)) end
    return known
end

local known_dice, n_known = {}, 0

-- The die that was made of the same before: rules may make their dice anew for every state.
local function once(name, make_it)
    local die = known_dice[name]
    if not die then
        if n_known == KNOWN_MAX then known_dice, n_known = {}, 0 end
        die = make_it()
        known_dice[name], n_known = die, n_known + 1
    end
    return die
end

local function d(sides)
    sides = whole(sides, "the number of sides of a die", 1, VALUES_MAX)
    return once("d" .. sides, function()
        local values = {}
        for i = 1, sides do values[i] = i end
        return new_die(values, ways.of(1, sides))
    end)
end

-- What f makes of the values of two dice.
local function pair(a, b, f, what)
    local values, n = {}, 0
    for _, x in ipairs(a.values) do
        for _, y in ipairs(b.values) do
            n = n + 1
            values[n] = f(x, y)
            if values[n] == nil then fail(what .. "'s function returns nothing; every result needs a value") end
        end
    end
    return make(values, ways.pairs(a.ways, b.ways), what)
end

local function map(die, f)
    local a, values = of(die, "map"), {}
    if type(f) ~= "function" then fail("map needs a function behind the die") end
    for i, value in ipairs(a.values) do
        values[i] = f(value)
        if values[i] == nil then fail("map's function returns nothing for " .. tostring(value) .. "; every result needs a value") end
    end
    return make(values, a.ways, "map")
end

-- Values are gathered into a list, die by die, before the function sees them.
local function combine(...)
    local n = select("#", ...) - 1
    local f, first = select(n + 1, ...), select(1, ...)
    if type(f) ~= "function" or n < 1 then fail("combine needs dice and, behind them, a function") end
    if n == 1 then return map(first, f) end
    if n == 2 then return pair(of(first, "combine"), of(select(2, ...), "combine"), f, "combine") end
    local lists, all = {{}}, ways.of(1, 1)
    for at = 1, n do
        local a, more = of(select(at, ...), "combine"), {}
        if #lists * #a.values > 1000000 then fail("combine has more than a million results; combine some of the dice first") end
        for _, list in ipairs(lists) do
            for _, value in ipairs(a.values) do
                local longer = table.move(list, 1, #list, 1, {})
                longer[at] = value
                more[#more + 1] = longer
            end
        end
        lists, all = more, ways.pairs(all, a.ways)
    end
    for i, list in ipairs(lists) do
        lists[i] = f(table.unpack(list, 1, n))
        if lists[i] == nil then fail("combine's function returns nothing; every result needs a value") end
    end
    return make(lists, all, "combine")
end

local function plus(x, y) return x + y end

local function numbers(die, what)
    local a = of(die, what)
    if not all_numbers(a.values) then fail(what .. " needs dice that show numbers") end
    return a
end

local function sum(first, ...)
    local dice = {first, ...}
    if type(first) == "number" then
        local count, die = whole(first, "the number of dice of sum", 0, 1000), ...
        dice = {}
        for i = 1, count do dice[i] = die end
    end
    local name = "sum"
    for i = 1, #dice do name = name .. "," .. numbers(dice[i], "sum").number end
    return once(name, function()
        if #dice == 0 then return new_die({0}, ways.of(1, 1)) end
        local total = dice[1]
        for i = 2, #dice do total = pair(of(total), of(dice[i]), plus, "sum") end
        return total
    end)
end

-- The `n` first of `count` dice in the order of `before`, as lists, with their ways; die by die, equal lists together.
local function best(n, count, a, before)
    local lists, all = {{}}, ways.of(1, 1)
    for _ = 1, count do
        local known, more, places = {}, {}, {}
        for _, from in ipairs(lists) do
            for _, value in ipairs(a.values) do
                local at, list = 1, table.move(from, 1, #from, 1, {})
                while list[at] and not before(value, list[at]) do at = at + 1 end
                table.insert(list, at, value)
                list[n + 1] = nil
                local k = table.concat(list, ",")
                if not known[k] then
                    more[#more + 1] = list
                    known[k] = #more
                end
                places[#places + 1] = known[k]
            end
        end
        lists, all = more, ways.join(ways.pairs(all, a.ways), places, #more)
    end
    return lists, all
end

local function higher(x, y) return x > y end
local function lower(x, y) return x < y end

local function added(list)
    local total = 0
    for _, value in ipairs(list) do total = total + value end
    return total
end

local function same(list) return list end

local function of_best(what, n, count, die, before, value_of)
    local a = numbers(die, what)
    count = whole(count, "the number of dice of " .. what, 1, 100)
    n = whole(n, "the number of dice that " .. what .. " takes", 1, count)
    return once(what .. n .. "," .. count .. "," .. a.number, function()
        local values, all = best(n, count, a, before)
        for i, list in ipairs(values) do values[i] = value_of(list) end
        return make(values, all, what)
    end)
end

local function keep(n, count, die) return of_best("keep", n, count, die, higher, added) end
local function lowest(n, count, die) return of_best("lowest", n, count, die, lower, added) end
local function sorted(count, die) return of_best("sorted", count, count, die, higher, same) end

-- The ways in which a die passes, and fails, by a number to reach or a function.
local function passing(die, test, what)
    local a, places = of(die, what), {}
    if type(test) ~= "function" then
        numbers(die, what)
        if type(test) ~= "number" then fail(what .. " needs a number to reach or a function, and got " .. tostring(test)) end
    end
    for i, value in ipairs(a.values) do
        local passes
        if type(test) == "function" then passes = test(value) else passes = value >= test end
        places[i] = passes and 1 or 2
    end
    return ways.join(a.ways, places, 2)
end

local pool

-- A pool of as many dice as `count` shows: the pools of all its numbers, each in its ways.
local function pool_by(count, die, ...)
    local a, pools, values, most = numbers(count, "pool"), {}, {}, 0
    for i, n in ipairs(a.values) do
        pools[i] = of(pool(n, die, ...)).ways
        most = math.max(most, n)
    end
    for k = 0, most do values[k + 1] = k end
    return make(values, ways.mix(a.ways, pools, most + 1), "pool")
end

function pool(count, die, ...)
    if type(count) == "table" then return pool_by(count, die, ...) end
    local stages, all = {...}, ways.of({1, 0})
    count = whole(count, "the number of dice of a pool", 0, VALUES_MAX - 1)
    if #stages == 0 then fail("pool needs a number to reach: pool(" .. count .. ", d6, 4)") end
    for _, stage in ipairs(stages) do -- a die of the pool has to pass them all
        local now
        if type(stage) == "table" and not about[stage] then
            now = passing(stage[1], stage[2], "pool")
        else
            now = passing(die, stage, "pool")
        end
        all = ways.join(ways.pairs(all, now), {1, 2, 2, 2}, 2)
    end
    return once("pool" .. count .. "," .. ways.text(all), function()
        local values = {}
        for k = 0, count do values[k + 1] = k end
        return make(values, ways.power(all, count), "pool")
    end)
end

local function opposed(one, other)
    local a, b = numbers(one, "opposed"), numbers(other, "opposed")
    return once("opposed" .. a.number .. "," .. b.number, function()
        return pair(a, b, function(x, y) return x - y end, "opposed")
    end)
end

-- The ways of the values in `all`, in that order.
local function ways_among(a, all)
    local place, places = {}, {}
    for i, value in ipairs(all) do place[value] = i end
    for i, value in ipairs(a.values) do places[i] = place[value] end
    return ways.join(a.ways, places, #all)
end

local function sorted_pairs(n, one, m, other)
    local a, b = numbers(one, "sorted_pairs"), numbers(other, "sorted_pairs")
    n = whole(n, "the first number of dice of sorted_pairs", 0, VALUES_MAX - 1)
    m = whole(m, "the second number of dice of sorted_pairs", 0, VALUES_MAX - 1)
    return once("sorted_pairs" .. n .. "," .. a.number .. "," .. m .. "," .. b.number, function()
        local known, all, values = {}, {}, {}
        for _, list in ipairs {a.values, b.values} do
            for _, value in ipairs(list) do
                if not known[value] then all[#all + 1] = value end
                known[value] = true
            end
        end
        sort(all)
        for k = 0, math.min(n, m) do values[k + 1] = k end
        return make(values, ways.contest(ways_among(a, all), n, ways_among(b, all), m), "sorted_pairs")
    end)
end

local function ways_of(die) return ways.total(of(die, "ways").ways) end

local function is_listed(which, value)
    if type(which) == "function" then return which(value) end
    for _, one in ipairs(which) do
        if key(one) == key(value) then return true end
    end
    return false
end

local function reroll(die, which)
    local a, values = of(die, "reroll"), {}
    if type(which) == "number" then which = {which} end
    if type(which) ~= "table" and type(which) ~= "function" then fail("reroll needs a list of values or a function: reroll(d6, {1})") end
    for _, first in ipairs(a.values) do
        local again = is_listed(which, first)
        for _, second in ipairs(a.values) do values[#values + 1] = again and second or first end
    end
    return make(values, ways.pairs(a.ways, a.ways), "reroll")
end

local function explode(die, value, times)
    local a = numbers(die, "explode")
    times = whole(times or 1, "the cap of explode", 0, 20)
    if type(value) ~= "number" then fail("explode needs the value that is thrown again: explode(d6, 6, 3)") end
    return once("explode" .. a.number .. "," .. value .. "," .. times, function()
        local all = die -- from the last throw to the first
        for _ = 1, times do
            all = pair(a, of(all), function(x, more) return x == value and x + more or x end, "explode")
        end
        return all
    end)
end

local function chance(n, m)
    m = whole(m, "the second number of chance", 1, NUMBER_MAX)
    n = whole(n, "the first number of chance", 0, m)
    return once("chance" .. n .. "/" .. m, function() return make({true, false}, ways.of({n, m - n}), "chance") end)
end

local function card(deck)
    local values, weights = {}, {}
    if type(deck) ~= "table" or about[deck] then fail("card needs a table: card {ace = 4, other = 48}") end
    for name, count in pairs(deck) do
        local one_of_each = type(name) == "number"
        values[#values + 1] = one_of_each and count or name
        weights[#weights + 1] = one_of_each and 1 or whole(count, "the number of cards '" .. tostring(name) .. "'", 0, NUMBER_MAX)
    end
    return make(values, ways.of(weights), "card")
end

local function dice(count, die)
    local list = {[LIST] = true}
    of(die, "dice")
    for i = 1, whole(count, "the number of dice", 0, DICE_MAX) do list[i] = die end
    return list
end

for _, word in ipairs {
    {"d", d}, {"dice", dice}, {"sum", sum}, {"keep", keep}, {"lowest", lowest}, {"pool", pool}, {"sorted", sorted},
    {"sorted_pairs", sorted_pairs}, {"ways", ways_of},
    {"opposed", opposed}, {"reroll", reroll}, {"explode", explode}, {"chance", chance}, {"card", card}, {"map", map},
    {"combine", combine}, {"d2", d(2)}, {"d3", d(3)}, {"d4", d(4)}, {"d6", d(6)}, {"d8", d(8)}, {"d10", d(10)}, {"d12", d(12)}, {"d20", d(20)},
    {"d100", d(100)},
} do
    add(word[1], word[2])
end

-- What a throw is made of: the list of dice that a rule gives, with the lists in it laid flat.
local function throw(list)
    local flat = {}
    if type(list) ~= "table" then fail("dice are a list: {d6, d6}, and not " .. tostring(list)) end
    if about[list] then list = {list} end
    for _, one in ipairs(list) do
        if type(one) == "table" and not about[one] and one[LIST] then
            for _, die in ipairs(one) do flat[#flat + 1] = of(die, "a list of dice") end
        else
            flat[#flat + 1] = of(one, "a list of dice")
        end
    end
    if #flat > DICE_MAX then
        fail("a throw of " .. #flat .. " dice; it has at most " .. DICE_MAX .. ". pool() and sum() make one die of many")
    end
    return flat
end

-- A value in words, for explanations: a number, a text, yes or no, the id of a row, or a list of such; "" for any other,
-- lists in lists and tables with fields among them: what is told must tell one value from another.
local function name_of(value, in_list)
    local kind = type(value)
    if kind == "number" then return math.tointeger(value) and tostring(math.tointeger(value)) or string.format("%.6g", value) end
    if kind == "boolean" then return value and "yes" or "no" end
    if kind == "string" then return (string.gsub(value, "\0", "")) end
    if kind ~= "table" or about[value] then return "" end
    if row_key(value) then return value.id end
    local names = {}
    for place, one in pairs(value) do
        local name = name_of(one, true)
        if in_list or math.type(place) ~= "integer" or name == "" then return "" end
        names[place] = name
    end
    return table.concat(names, " ")
end

-- Those of a die's faces, each with its end. A name that several values would have (1 and "1") is none's.
local function names(known)
    local all, times = {}, {}
    for i, value in ipairs(known.values) do
        all[i] = name_of(value)
        times[all[i]] = (times[all[i]] or 0) + 1
    end
    for i, name in ipairs(all) do all[i] = (times[name] > 1 and "" or name) .. "\0" end
    return table.concat(all)
end

-- The die with a face for each whole number from `least` to `most`.
local function numbered(known, least, most)
    local name = "numbered" .. known.number .. "," .. least .. "," .. most
    return about[once(name, function()
        local values, places = {}, {}
        for i = 1, most - least + 1 do values[i] = least + i - 1 end
        for i, value in ipairs(known.values) do
            places[i] = whole(value, "what a die shows", least, most) - least + 1
        end
        return new_die(values, ways.join(known.ways, places, #values))
    end)]
end

-- Forgets the dice with rows of a book as faces ("@table:row"). Returns all others, which may keep the places of faces.
local function forget()
    for name in pairs(known_dice) do
        if string.find(name, "@", 1, true) then known_dice[name], n_known = nil, n_known - 1 end
    end
    return about
end

return throw, sort, key, names, numbered, forget
