-- Results with a number in their name, and gains that are made beforehand.
local marks = roll {
  name = "marks", title = "a mark and its number",
  outcomes = {"miss", "d#", "p#", "d-none"}, numbers = "miss; d0, d1 ... and p12; d-none",
  expectations = {{"kills", "men lost"}},
  prepare = function(s) s.gains = {kills = 3} end,
  dice = {d6},
  resolve = function(s, v)
    if v <= 2 then return "miss" end
    if v == 6 then return "p12", s.gains end
    return v == 5 and "d-none" or "d" .. 4 - v
  end,
}

-- A chart of which cells are lost.
local DATA = {"data", records {"printed", "guessed"}, "the chart", default = "printed"}

local function lost_by(data, place)
  local record = find(data, "chart-" .. place) or find(tables.printed, "chart-" .. place)
  local words = record:words()
  for i = 1, 3 do
    if words[i] == "?" then refuse("the cell " .. i .. " is lost") end
    if not words[i] or not tonumber(words[i]) then
      refuse_cell(record, i, ("no number %d of %s"):format(i, record.kind))
    end
  end
  return {tonumber(words[1]), tonumber(words[2]), tonumber(words[3])}
end

local function cover_of(data, name)
  for record in each(data) do
    if record.kind == "cover" and same_name(record.name, name) then return tonumber(record:words()[1]) end
  end
  refuse("unknown cover")
end

local chart = roll {
  name = "chart", title = "men lost by the chart",
  parameters = {
    DATA,
    {"place", choice {"near", "far"}, "where", default = "near"},
    {"cover", text, "its cover", default = "open", word = "open, or another one"},
  },
  numbers = "men lost",
  prepare = function(s)
    s.lost, s.cover_saves = lost_by(s.data, s.place), cover_of(s.data, s.cover)
    s.of = path(s.data) or "the book"
    s.same = s.data == tables.printed
  end,
  remark = function(s) return s.of ~= "the book" and "your own chart" or nil end,
  dice = {d3},
  resolve = function(s, v) return max(s.lost[v] - s.cover_saves, 0) end,
  explain = "{same}",
}

-- By cards. A squad fires with each of its men, one that is shaken with none.
local fight = battle {
  order = "by-cards",
  unit = "squad",
  element = {
    {"steady-nerves", flag, "it is never shaken"},
    {"aim", whole(0, 2), "what is added to its dice", default = 0},
  },
  field = {DATA, {"step", decimal(1, 9), "the width of a band", default = 4}},
  brackets = function(f) return {f.step, 2 * f.step} end,
  remark = function(f, n) return f.data == tables.guessed and "a guess of " .. n or nil end,
  state = {men = whole(0, 3), shaken = flag},
  start = function(e) return {men = e.squad.men} end,
  strength = "men",
  aim = function(f, by, at, now)
    return {lost = lost_by(f.data, "far"), aim = by.aim, is_near = now.range <= f.step, is_steady = at.steady_nerves}
  end,
  dice = function(fire, n, actor)
    if n > 1 then return nil end
    return actor.shaken and {} or {dice(actor.men, d3)}
  end,
  resolve = function(fire, n, actor, target, ...)
    actor.shaken = false
    local lost = 0
    for _, v in ipairs {...} do lost = lost + fire.lost[min(v + fire.aim, 3)] end
    target.men = max(target.men - lost, 0)
    target.shaken = lost > 0 and target.men > 0 and not fire.is_steady
  end,
  kind = function(fire, n, actor, ...)
    local lost = 0
    for _, v in ipairs {...} do lost = lost + fire.lost[min(v + fire.aim, 3)] end
    return lost
  end,
  can_harm = function() return true end,
  recovers = true,
  mirrors = true,
}

-- The duel has no parameter for steady nerves.
local one_on_one = duel {
  parameters = {
    {"a", row "squads", "one squad", default = "rifles"}, {"b", row "squads", "the other", default = "guards"},
    {"range", decimal(0), "distance", default = 3},
    {"first", choice {"initiative", "a", "b"}, "who is first", default = "initiative"},
    {"a-aim", whole(0, 2), "a's aim", default = 0}, {"b-aim", whole(0, 2), "b's aim", default = 0},
    DATA, {"step", decimal(1, 9), "the width of a band", default = 4},
    {"rounds", whole(0, 9), "rounds at most; 0: no limit", default = 0},
  },
  expectations = {{"rounds", "mean number of rounds"}},
  expects = function(f, name, asked) return not asked.turns end,
  leaves_out = {"steady-nerves"},
  outcomes = {"a-wins", "b-wins", "nobody-wins", "undecided"}, stalemate = "nobody-wins",
  explain = function(f, a, b, range, order, asked) return ("%s, %s"):format(asked.first, asked.turns or "no limit") end,
}

return {
  tables = {squads = {name = text, men = whole(1, 3)}},
  units = "squads",
  procedures = {marks, chart, one_on_one},
  battle = fight,
}
