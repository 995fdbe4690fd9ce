-- Moats: both shoot at once, and half of the throws take a hit; at the end of a turn who has one hit left gets a hit back
-- in half of the cases. What a fire is made of and how many results its throw has changes nothing in that.
local function of_unit(row) return row.hits end

local function is_hit(fire, v)
  if fire.passes then return fire.passes(v) end
  return v >= fire.needs
end

local FIRES = {
  row = function(at) return at.unit end,
  halves = function() return {needs = 3.5, wet = true, dry = false, passes = false, many = false} end,
  test = function() return {passes = function(v) return v > 3 end, many = false} end,
  many = function() return {needs = 51, passes = false, many = true} end,
}

local fight = battle {
  order = "at-once",
  field = {{"fire", choice {"row", "halves", "test", "many"}, "what a fire is", default = "row"}},
  state = {hits = whole(0, 2)},
  start = function(e) return {hits = of_unit(e.unit)} end,
  strength = "hits",
  price = function(e) if e.unit.id == "wide" then return 10 end end,
  aim = function(f, by, at) return FIRES[f.fire](at) end,
  dice = function(fire, n)
    if n > 1 then return nil end
    return fire.many and {d100, d100} or {d6}
  end,
  resolve = function(fire, n, actor, target, v)
    local fields = 0
    for key in pairs(actor) do fields = fields + 1 end
    if fields ~= 1 then error("a state of " .. fields .. " fields") end
    if is_hit(fire, v) then target.hits = max(0, target.hits - 1) end
  end,
  can_harm = function() return true end,
  after = {
    dice = function(e, now) return {now.hits == 1 and d(2) or d(1)} end,
    resolve = function(e, now, v) if v == 2 then now.hits = 2 end end,
  },
  explain = function(fire) return {"half of the throws", fire.many and "of many results" or "of six results"} end,
  mirrors = true, duel = true,
}

return {
  tables = {units = {hits = whole(1, 2), needs = whole(1, 7), many = flag, passes = {text, blank = "-"}}},
  procedures = {},
  battle = fight,
}
