-- One shot (Fire Phase: Direct Fire).

local words, hit, shot = require "words", require "hit", require "shot"

-- The roll to hit is first, then the damage roll, if a hit can need it. A hit whose rating is too low is still a hit,
-- with the result no-effect.
return roll {
  id = "SKANK-01", name = "direct-fire", chapter = "Fire phase", title = "one shot",
  section = "Fire Phase: Direct Fire", rulings = "R1 R2 R4 R5 R7 R8 R9 R10 R34",
  parameters = shot.parameters("direct", "rifle"),
  outcomes = words.joined({"not-allowed", "miss"}, hit.RESULTS),
  expectations = {{"hit", "probability of a hit"}},
  prepare = function(s)
    shot.prepare(s)
    s.faces, s.hit = shot.faces(s), shot.hit(s)
  end,
  dice = function(s)
    if not s.faces then return {} end
    return dice(hit.rolls_damage(s.hit) and 2 or 1, d10)
  end,
  resolve = function(s, face, damage_face)
    if not s.faces then return "not-allowed" end
    if face > s.faces then return "miss" end
    return hit.result(s.hit, damage_face), {hit = 1}
  end,
  explain = function(s) return {shot.explain(s), hit.explain(s.hit)} end,
}
