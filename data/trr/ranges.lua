-- The five range brackets of every weapon. Their ends are columns of the weapon's row, and an end is within its
-- bracket: "to 24 cm" includes 24.

local ranges = {}

ranges.BRACKETS = {"point_blank", "close", "medium", "long", "extreme"}

-- The bracket of a distance; nil beyond the last one.
function ranges.bracket(weapon, distance)
  for _, bracket in ipairs(ranges.BRACKETS) do
    if distance <= weapon[bracket] then return bracket end
  end
end

-- The ends of the brackets, for sweeps over the distance.
function ranges.ends(weapon)
  local ends = {}
  for i, bracket in ipairs(ranges.BRACKETS) do ends[i] = weapon[bracket] end
  return ends
end

return ranges
