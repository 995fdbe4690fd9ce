-- Morale of squads in battles (Special and Optional Rules H). A squad that has lost half of its figures tests its
-- ability at the end of the turn, and again after another quarter. If it fails, it flees: it does not fire in the next
-- turns, and tests once in each until it rallies or has left the table (B-14).

local words, ability = require "words", require "ability"

local morale = {}

morale.FIGURES_MOST, morale.TURNS_MOST = 31, 15

morale.PARAMETERS = {
  {"morale", flag, "the squad checks its morale"},
  {"ability", whole(0, 1000), "ability of its checks, in place of the troop's: that of a hero who is with it",
   optional = true, only = "morale=yes"},
  {"flight", whole(1, morale.TURNS_MOST), "turns in which it flees from the table, if it does not rally", default = 3,
   only = "morale=yes"},
}

-- What is known of its morale: the figures that were lost at the last check, and the turns of its flight so far.
morale.STATE = {checked = whole(0, morale.FIGURES_MOST), fleeing = whole(0, morale.TURNS_MOST)}

-- `of` is its force. One figure that loses half of itself is dead.
function morale.check(e, of)
  if not e.morale then return end
  if of.is_vehicle then refuse(("morale=yes: %s is no squad; only figures check their morale"):format(of.unit.name)) end
  if of.count < 2 then
    refuse("morale=yes: one figure is no squad, and never checks its morale; add count=, as in count=10")
  end
  if of.count > morale.FIGURES_MOST then
    refuse(("count=%d: a squad that checks its morale has at most %d figures (the book's have 10 or 5); use smaller "
      .. "squads, or morale=no"):format(of.count, morale.FIGURES_MOST))
  end
end

local function lost(of, now)
  return of.count - round_up(now.left, of.wounds)
end

-- Whether it throws at the end of the turn.
function morale.is_due(e, of, now)
  if not e.morale or now.left == 0 then return false end
  if now.fleeing > 0 then return true end
  local more = words.value_of(now.checked > 0 and "morale-again-percent" or "morale-percent")
  return lost(of, now) > 0 and 100 * lost(of, now) >= 100 * now.checked + more * of.count
end

-- The same test is for standing and for rallying (R2, R3).
function morale.throw(e, of, now, face)
  if face <= ability.faces(of.unit, e.ability, 0) then
    now.checked, now.fleeing = lost(of, now), 0
  elseif now.fleeing == 0 then
    now.checked, now.fleeing = lost(of, now), 1
  elseif now.fleeing < e.flight then
    now.fleeing = now.fleeing + 1
  else
    now.left, now.checked, now.fleeing = 0, 0, 0
  end
end

return morale
