-- The attack roll of a group of aircraft weapons ("Firing", "Weapon Statistics"): one roll for all its guns, which do
-- their damage together (R-15).

local words, attack, lists = require "words", require "attack", require "lists"

local air_attack = {}

-- An aircraft in place of its numbers: one of its groups of guns fires, in the order of the list.
air_attack.AIRCRAFT = {"aircraft", row "aircraft", "the aircraft whose guns fire, in place of weapon and count",
                       optional = true}
air_attack.GROUP = {"group", whole(1, 8), "which group of the aircraft's guns, in the order of the list", default = 1}
air_attack.TARGET = {"target", row "aircraft", "the aircraft fired at, for its hit points", optional = true}
air_attack.HIT_POINTS = {"hp", whole(1, 1000000), words.HIT_POINTS[3], default = "none", word = "none",
                         default_row = "target.hp"}

air_attack.RANGE = {"range", decimal(0), "distance in metres", brackets = "aircraft-weapons"}
air_attack.GUNS = {"count", whole(1, 10000), "guns in the group, which make one roll", default = 1}
air_attack.GUNS_OF_AIRCRAFT = {"count", whole(1, 10000), air_attack.GUNS[3], default = 1, excludes = "aircraft"}
air_attack.GROUP_DAMAGE = {"group-damage", choice {"sum", "single"}, "damage of all guns of the group, or of one",
                           default = "sum"}

function air_attack.weapon(among, excludes)
  return {"weapon", row "aircraft-weapons", "the weapon of the group", among = among, excludes = excludes}
end

-- The group that fires: that of the question, or one of the aircraft.
function air_attack.group_of(s)
  if not s.aircraft then
    if s.group ~= 1 then refuse(("group=%d has no effect with weapon=%s; leave it out"):format(s.group, s.weapon.id)) end
    return s
  end
  local groups = lists.groups(s.aircraft)
  local group = groups[s.group]
  if not group then
    refuse(("group=%d: %s has %s of guns"):format(s.group, s.aircraft.name, words.counted(#groups, "group")))
  end
  return {weapon = group.weapon, count = group.count, arc = group.arc, range = s.range, group_damage = s.group_damage}
end

-- The attack of a group before the modifiers. R-15 multiplies the damage before a single success halves it, so a half
-- is rounded up once for the group and not once for each gun.
function air_attack.attack_of(group, halved)
  local number = group.weapon:at(group.range)
  local guns = group.group_damage == "single" and 1 or group.count
  return {
    name = (group.count > 1 and group.count .. " x " or "") .. group.weapon.name,
    number = number or 0, column = group.weapon:upto(group.range), addends = {},
    refused = not number and "out of range" or nil,
    damage = attack.damages(guns * group.weapon.damage, halved),
  }
end

-- One line of a table of modifiers. Its reason is for the explanation.
function air_attack.add(one, modifier, why)
  one.number = one.number + modifier
  table.insert(one.addends, {modifier, why})
end

function air_attack.explain(s)
  local one = s.attack
  return attack.lines(one.name, one, not one.refused and ("in the %.15g m column"):format(one.column), one.addends)
end

return air_attack
