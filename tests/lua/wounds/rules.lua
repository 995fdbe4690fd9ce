-- Wounds: both shoot at once and hit on a 4; who has one hit left hits on a 6. `throws` says that no state changes how many
-- throws there are; what they do is another matter.
local fight = battle {
  order = "at-once",
  state = {hits = whole(0, 2)},
  start = function(e) return {hits = e.unit.hits} end,
  strength = "hits",
  throws = 1,
  dice = {d6},
  resolve = function(fire, n, actor, target, v)
    if v >= (actor.hits == 2 and 4 or 6) then target.hits = max(0, target.hits - 1) end
  end,
  can_harm = function() return true end,
  mirrors = true, duel = true,
}

return {tables = {units = {hits = whole(1, 2)}}, procedures = {}, battle = fight}
