-- My Game: two sides fight until one has nobody left. A chain is repeated throws, each from the state after the last one.

local MOST = 40   -- of a side

-- How many of the enemy fall. A save of 5 fails on what is below it: on 4 faces of 6, as "3 or more". 7 never saves.
local function fallen(count, by, at)
  return pool(count, d6, by.hit, 8 - at.save)
end

local melee = chain {
  id = "MG-01", name = "melee", title = "two sides fight until one has nobody left", chapter = "Melee", section = "page 1",
  parameters = {
    {"a", row "units", "who fights on side a"},
    {"a-count", whole(1, MOST), "how many fight on side a", default = 10},
    {"b", row "units", "who fights on side b"},
    {"b-count", whole(1, MOST), "how many fight on side b", default = 10},
    {"rounds", whole(1, 100), "rounds after which both break off", default = "unlimited", word = "unlimited"},
  },
  outcomes = {"a-wins", "b-wins", "nobody-left", "broken-off"},
  expectations = {
    {"rounds", "rounds that are fought"},
    {"a-lost", "how many side a loses"},
    {"b-lost", "how many side b loses"},
  },

  -- What changes from throw to throw, with limits, and how it begins.
  state = {a = whole(0, MOST), b = whole(0, MOST)},
  start = function(s) return {a = s.a_count, b = s.b_count} end,

  -- The outcome that ends the chain; nil: it goes on.
  outcome = function(s, now)
    if now.a > 0 and now.b > 0 then return nil end
    return now.a > 0 and "a-wins" or now.b > 0 and "b-wins" or "nobody-left"
  end,

  -- One throw: what a does to b, and what b does to a.
  dice = function(s, now) return {fallen(now.a, s.a, s.b), fallen(now.b, s.b, s.a)} end,

  -- What each die does by itself: true, because each throw is a round, and what is gained. If one die depended on another,
  -- this would be step = function(s, now, first, second).
  each = function(s, now, i, hits)
    if i == 1 then
      local lost = min(hits, now.b)
      now.b = now.b - lost
      return true, {rounds = 1, ["b-lost"] = lost}
    end
    local lost = min(hits, now.a)
    now.a = now.a - lost
    return true, {["a-lost"] = lost}
  end,

  -- After so many rounds it ends; then the outcome is this one.
  turns = "rounds",
  undecided = "broken-off",
  explain = "{a_count} {a.name} fight {b_count} {b.name}",
}

return {
  tables = {units = {hit = whole(2, 6), save = whole(2, 7)}},
  procedures = {melee},
}
