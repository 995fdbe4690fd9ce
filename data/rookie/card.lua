-- A squad's record card. It has the product besides its factors, because players look up a column by it.

return {squads = function(squad)
  return {
    {"men", "men", squad.men},
    {"per-man", "firing factor of each", squad.per_man},
    {"ff", "firing factor", squad.men * squad.per_man},
  }
end}
