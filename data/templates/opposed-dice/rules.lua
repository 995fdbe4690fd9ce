-- My Game: the one who fires rolls a D6 and adds `shoot`, the target rolls a D6 and adds `defence`.

local FELLED_BY = 3   -- higher by that much takes two hits

-- What both add and range takes off, together; nil beyond the last range.
local function advantage(by, at, range, cover)
  local penalty = tables.ranges.penalty:at(range)
  return penalty and by.shoot - penalty - at.defence - (cover and 1 or 0)
end

-- How many hits a difference of the dice takes.
local function hits(advantage, difference)
  local margin = difference + advantage
  return margin >= FELLED_BY and 2 or margin > 0 and 1 or 0
end

local RESULTS = {[0] = "unhurt", "hurt", "felled"}

local shot = roll {
  id = "MG-01", name = "shot", title = "one shot at somebody", chapter = "Fire", section = "page 1",
  parameters = {
    {"by", row "units", "who fires"},
    {"target", row "units", "who is fired at"},
    {"range", decimal(0, 24), "distance in inches", brackets = "ranges"},
    {"cover", flag, "the target is in cover"},
  },
  outcomes = {"unhurt", "hurt", "felled"},
  expectations = {{"damage", "hits lost"}},
  prepare = function(s) s.advantage = advantage(s.by, s.target, s.range, s.cover) end,
  dice = {opposed(d6, d6)},
  resolve = function(s, difference)
    local lost = hits(s.advantage, difference)
    return RESULTS[lost], {damage = lost}
  end,
  explain = "{by.name} against {target.name}: D6 against D6 with an advantage of {advantage}",
}

local fight = battle {
  order = "alternately",
  state = {hits = whole(0, 12)},
  start = function(e) return {hits = e.unit.hits} end,
  strength = "hits", price = "points", speed = "speed", closest = 6, brackets = "ranges",
  aim = function(f, by, at, now) return {advantage = advantage(by.unit, at.unit, now.range) or -12} end,
  throws = function(fire) return 1 end,
  dice = {opposed(d6, d6)},
  resolve = function(fire, n, actor, target, difference)
    target.hits = max(0, target.hits - hits(fire.advantage, difference))
  end,
  can_harm = function(fire) return hits(fire.advantage, 5) > 0 end,
  duel = true,
}

return {
  tables = {
    units = {shoot = whole(0, 9), defence = whole(0, 9), hits = whole(1, 12), speed = whole(0, 24),
             points = whole(0, 1000)},
    ranges = {brackets = whole(0, 9)},
  },
  procedures = {shot},
  battle = fight,
  fire = {procedure = "shot", unit = {by = "id"}, target = {target = "id"}, damage = "damage", harmless = "unhurt",
          price = "points", strength = "hits"},
}
