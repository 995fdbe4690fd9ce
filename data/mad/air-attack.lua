-- The attack roll of a group of aircraft weapons ("Firing", "Weapon Statistics"): one roll for all its guns, which do
-- their damage together (R-15).

local attack = require "attack"

local air_attack = {}

air_attack.RANGE = {"range", decimal(0), "distance in metres", brackets = "aircraft-weapons"}
air_attack.GUNS = {"count", whole(1, 10000), "guns in the group, which make one roll", default = 1}
air_attack.GROUP_DAMAGE = {"group-damage", choice {"sum", "single"}, "damage of all guns of the group, or of one",
                           default = "sum"}

function air_attack.weapon(among)
  return {"weapon", row "aircraft-weapons", "the weapon of the group", among = among}
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
