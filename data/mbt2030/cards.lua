-- Record cards of stands.

local stand = require "stand"

-- "mobile (usual), static, fast" in the order of the book.
local function listed(all, usual)
  for i, one in ipairs(all) do
    if one == usual then all[i] = one .. " (usual)" end
  end
  return table.concat(all, ", ")
end

-- Artillery and aircraft have no row of movement.
local function movement_words(id)
  local moves = find(tables.movement, id)
  return moves and ("%d/%d in, in bad going %d/%d"):format(moves.good_tactical, moves.good_march, moves.bad_tactical,
    moves.bad_march) or "none"
end

return function(row)
  return {
    {"class", "general class", row.class},
    {"level", "sub-class", row.level},
    {"postures", "postures", listed(stand.postures(row.class))},
    {"modes", "modes", listed(stand.modes(row))},
    {"movement", "tactical move/march", movement_words(row.id)},
  }
end
