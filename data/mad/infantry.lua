-- Infantry (6.0 "A/T Grenades", "Troop Carriers").

local words, grenades = require "words", require "grenades"

local at_grenade = roll {
  id = "MAD-08", name = "at-grenade", chapter = "Infantry",
  title = "infantry with anti-tank grenades against a vehicle in contact", section = "6.0 A/T Grenades",
  rulings = "R-42",
  parameters = {words.HIT_POINTS},
  outcomes = {"attacker-destroyed", "#"}, numbers = "attacker-destroyed; 5, 10, ... 45: the damage",
  expectations = {{"damage", "mean damage"}, {"kill", "probability that the damage is at least hp"}},
  expects = function(s, name) return name ~= "kill" or s.hp ~= nil end,
  prepare = function(s) s.attack = grenades.attack() end,
  dice = {d10},
  resolve = function(s, shown)
    if grenades.fails(s.attack, shown) then return "attacker-destroyed" end
    local damage = grenades.damage_of(s.attack, shown)
    return damage, {damage = damage, kill = s.hp and damage >= s.hp and 1 or 0}
  end,
  explain = "One D10: {attack.failure} destroys the attackers; any other result does damage of "
    .. "{attack.damage_of_a_point} times the result",
}

-- Elements whose rolls are made in one throw.
local TOGETHER = 30

-- The infantry aboard a destroyed vehicle: each element has its own roll, or one roll is for all of them (R-40).
local passengers = chain {
  id = "MAD-09", name = "passengers", chapter = "Infantry", title = "infantry aboard a destroyed vehicle",
  section = "6.0 Troop Carriers, Infantry Damage", rulings = "R-40",
  parameters = {
    words.count("elements", "infantry elements aboard", 1),
    {"roll", choice {"each", "together"}, "one roll for each element, or one for all", default = "each"},
  },
  numbers = "0, 1, ... elements: how many are lost", undecided = false,
  expectations = {{"lost", "mean number of elements lost"}},
  prepare = function(s)
    s.percent = tables.chances["passenger-loss"].percent
    s.rolls = s.roll == "together" and 1 or s.elements
    s.worth = s.elements // s.rolls
  end,
  state = {rolled = whole(0, 1000000), lost = whole(0, 1000000)},
  told = {lost = "elements lost"},
  outcome = function(s, now)
    if now.rolled == s.rolls then return now.lost end
  end,
  dice = function(s, now)
    return {pool(min(TOGETHER, s.rolls - now.rolled), chance(s.percent, 100), function(is_lost) return is_lost end)}
  end,
  thrown = "an element aboard",
  step = function(s, now, n)
    local lost = n * s.worth
    now.rolled = min(now.rolled + TOGETHER, s.rolls)
    now.lost = now.lost + lost
    return false, {lost = lost}
  end,
  explain = function(s)
    if s.rolls < s.elements then
      return ("One roll for all %d elements: lost with a chance of %d in 100"):format(s.elements, s.percent)
    end
    return ("%s, each lost with a chance of %d in 100"):format(words.counted(s.elements, "element"), s.percent)
  end,
}

return {at_grenade = at_grenade, passengers = passengers}
