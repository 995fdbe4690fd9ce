-- The same attack several times (6.0 "Direct Fire, BANG!").

local words, attack, direct_fire, volley = require "words", require "attack", require "direct-fire", require "volley"

-- If no shot is permitted, nothing is thrown.
local volley_fire = chain {
  id = "MAD-02", name = "volley", chapter = "Direct fire", title = "several identical attacks on one element",
  section = "6.0 Direct Fire, BANG!", rulings = "R-01 to R-11, R-49",
  parameters = words.and_also(direct_fire.SHOT, words.HIT_POINTS_NEEDED, words.count("shots", "attacks made", 1)),
  outcomes = volley.OUTCOMES, expectations = volley.EXPECTATIONS, undecided = "destroyed",
  prepare = function(s)
    s.attack = attack.of(s)
    s.fires = s.attack.refused and 0 or s.shots
  end,
  state = volley.STATE, start = volley.start,
  outcome = function(s, now) return volley.outcome(s, now, s.fires) end,
  dice = volley.dice, kind = volley.kind, step = volley.step,
  thrown = "an attack", told = volley.TOLD,
  explain = function(s)
    local head = ("%s %s, %d hp"):format(words.counted(s.fires, "attack"), attack.target_words(s), s.hp)
    return {head, table.unpack(attack.explain(s))}
  end,
}

-- The number of shots is counted up to the last one that is reported, and the average without a limit. A target number
-- of 11 or more never succeeds (R-05).
local shots_to_kill = chain {
  id = "MAD-03", name = "shots-to-kill", chapter = "Direct fire", title = "how many attacks a kill takes",
  section = "6.0 Direct Fire, BANG!", rulings = "R-01 to R-11, R-49",
  parameters = words.and_also(direct_fire.SHOT, words.HIT_POINTS_NEEDED,
    words.count("max", "shots that are reported one by one", 20)),
  outcomes = {"#", "more"}, numbers = "1, 2, ... max: destroyed by exactly that shot; more", undecided = "more",
  expectations = {{"shots", "mean number of shots needed, without a limit"}},
  prepare = function(s)
    s.attack = attack.of(s)
    s.is_hopeless = s.attack.refused ~= nil or s.attack.number > 10
  end,
  state = volley.STATE, start = volley.start,
  outcome = function(s, now)
    if now.hp > 0 then return nil end
    return now.fired <= s.max and now.fired or "more"
  end,
  dice = volley.dice, kind = volley.kind,
  step = function(s, now, first, second)
    now.hp = max(0, now.hp - attack.damage_of(s.attack, first, second))
    if now.fired <= s.max and not s.is_hopeless then now.fired = now.fired + 1 end
    return false, {shots = 1}
  end,
  thrown = "a shot", told = volley.TOLD,
  explain = function(s)
    local head = ("Attack after attack %s, %d hp"):format(attack.target_words(s), s.hp)
    return {head, table.unpack(attack.explain(s))}
  end,
}

return {volley = volley_fire, shots_to_kill = shots_to_kill}
