-- "How Do You Get Rid of the Penalty Markers?", "Terrain and Penalty Effects on Movement", and two tables that are
-- wholly lost: morale, and the die that hits a leader.

local words, lost = require "words", require "lost"

-- Markers are steps of one ladder, and a unit has only the worst.
local markers = roll {
  id = "ROOKIE-20", name = "markers", chapter = "Command and morale", title = "what is left of a penalty marker",
  section = "How Do You Get Rid of the Penalty Markers?",
  notes = "Each removal is one step: suppressed, pinned, disrupted, steady. A leader may remove up to two in the "
    .. "command step and then stays inactive; a unit in command spends one function for each step.",
  parameters = {
    words.marker("marker", "the unit's marker", "disrupted"),
    {"removals", whole(0, 10), "steps to remove", default = 1},
  },
  outcomes = words.MARKERS,
  prepare = function(s) s.left = words.MARKERS[max(words.marker_of(s.marker) - s.removals, words.NONE) + 1] end,
  dice = {},
  resolve = function(s) return s.left end,
  explain = function(s)
    return ("A leader in that state commands within %d inches."):format(tables.markers[s.left].command_radius)
  end,
}

-- Speed comes in classes, a the fastest. Each marker, wire and being out of command make it one class slower, though
-- the text also says that a move out of command is halved (K14). Wire slows vehicles and stops all others.

local CLASSES = {"a", "b", "c", "none"}
local PLACES = {a = 1, b = 2, c = 3, none = 4}

local function class_of(s)
  local slower = tables.markers[s.marker].classes_slower
  if not slower or s.wire and s.unit ~= "vehicle" then return "none" end
  local place = PLACES[s.terrain] + slower + (s.wire and 1 or 0) + (s.out_of_command and 1 or 0)
  return CLASSES[min(place, PLACES.none)]
end

local move_class = roll {
  id = "ROOKIE-21", name = "move-class", chapter = "Command and morale", title = "the class of speed that is left",
  section = "Terrain and Penalty Effects on Movement", rulings = "K14", notes = "The table of movement rates is lost.",
  parameters = {
    {"terrain", choice {"a", "b", "c"}, "class of speed that the terrain permits", default = "a"},
    words.marker("marker", "the unit's marker", "steady"),
    {"wire", flag, "it crosses barbed wire"},
    {"out-of-command", flag, "it is outside its leader's radius"},
    {"unit", choice {"infantry", "cavalry", "vehicle"}, "what moves", default = "infantry"},
  },
  outcomes = CLASSES,
  dice = {},
  resolve = class_of,
}

-- Morale: a 10d, less the steps of the marker and one for half losses. Nothing of this is proved. All ten rolls must
-- have a result: a morale that is unknown for some rolls has no odds.

local function morale_modifier(s)
  local steps = words.marker_of(s.marker)
  local modifier = s.modifier
  if steps > 0 then modifier = modifier + steps * lost.morale_modifier(s.set, "marker") end
  if s.half_losses then modifier = modifier + lost.morale_modifier(s.set, "half-losses") end
  return modifier
end

local function prepare_morale(s)
  s.set = lost.of(s)
  s.bands = lost.morale(s.set)
  if #s.bands == 0 then lost.refuse(s.set, "morale results") end
  s.total = morale_modifier(s)
  for roll = 0, 9 do
    if not lost.result_in(s.bands, roll + s.total) then lost.refuse(s.set, "morale %d", roll + s.total) end
  end
end

local morale = roll {
  id = "ROOKIE-22", name = "morale", chapter = "Command and morale", title = "a check of morale, by the reconstruction",
  section = "Morale (the table is lost)", rulings = "K1 K13",
  parameters = {
    words.marker("marker", "the unit's marker", "steady"),
    {"half-losses", flag, "half of its men are lost"},
    {"modifier", whole(-100, 100), "further points of the roll", default = 0},
    lost.data "reconstruction", lost.ALLOW,
  },
  outcomes = {"rally", "hold", "worse", "run"},
  prepare = prepare_morale, remark = lost.remark,
  dice = {d10},
  resolve = function(s, face) return lost.result_in(s.bands, words.roll_of(face) + s.total) end,
}

-- The text does not name the die that hits a leader. In the reconstruction the hit may be on any figure of the group.
local leader_hit = roll {
  id = "ROOKIE-23", name = "leader-hit", chapter = "Command and morale",
  title = "whether the casualty is the leader, by the reconstruction",
  section = "Vulnerability of Command (the die is not named)", rulings = "K13",
  parameters = {
    {"figures", whole(1, 255), "figures of the group, the leader among them", default = 6},
    lost.data "reconstruction", lost.ALLOW,
  },
  outcomes = {"hit", "safe"},
  prepare = function(s)
    s.set = lost.of(s)
    local hits, die = lost.leader(s.set)
    s.hits, s.die = hits, die or s.figures
  end,
  remark = lost.remark,
  dice = function(s) return {d(s.die)} end,
  resolve = function(s, shown) return shown <= s.hits and "hit" or "safe" end,
}

return {markers = markers, move_class = move_class, morale = morale, leader_hit = leader_hit}
