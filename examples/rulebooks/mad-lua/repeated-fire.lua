-- The same attack several times (6.0 "Direct Fire, BANG!").

local words, attack, direct_fire, volley = require "words", require "attack", require "direct-fire", require "volley"

local function shot_and(...)
  local list = table.move(direct_fire.SHOT, 1, #direct_fire.SHOT, 1, {})
  for _, one in ipairs {...} do list[#list + 1] = one end
  return list
end

-- If no shot is permitted, nothing is thrown.
local volley_fire = chain {
  id = "MAD-02", name = "volley", chapter = "Direct fire", title = "several identical attacks on one element",
  section = "6.0 Direct Fire, BANG!", rulings = "R-01 to R-11, R-49",
  parameters = shot_and(words.HIT_POINTS_NEEDED, words.count("shots", "attacks made", 1)),
  outcomes = volley.OUTCOMES, expectations = volley.EXPECTATIONS, undecided = "destroyed",
  prepare = function(s)
    s.attack = attack.of(s)
    s.fires = s.attack.refused and 0 or s.shots
  end,
  state = volley.STATE, start = volley.start,
  outcome = function(s, now) return volley.outcome(s, now, s.fires) end,
  dice = volley.dice, step = volley.step,
  thrown = "an attack", told = volley.TOLD,
  explain = function(s)
    local head = ("%s %s, %d hp"):format(words.counted(s.fires, "attack"), attack.target_words(s), s.hp)
    return {head, table.unpack(attack.explain(s))}
  end,
}

return {volley = volley_fire}
