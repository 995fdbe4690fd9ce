-- Gas on a target (section 13 "Gas"). It is the effect of artillery with its own modifier on the die: only being
-- prepared and a closed vehicle help.

local words, effect = require "words", require "effect"

-- A prepared open vehicle counts as prepared foot (R-16). The book names only prepared foot and closed vehicles.
local function die_modifier(s)
  local kind = s.target == "closed" and "closed" or "open"
  return tables.gas[s.prepared and kind .. "-prepared" or kind].modifier
end

-- Gas has no cover, and vehicles are always hit. Artillery's -5 stays, unless gas-minus-5=no (R-31).
local gas = effect.procedure {
  id = "TRR-31", name = "gas", chapter = "Indirect fire", title = "gas on a target", section = "13 Gas",
  rulings = "R-02, R-04, R-06, R-08, R-12, R-16, R-29, R-31",
  parameters = words.join(effect.BARE_TARGET, {
    {"prepared", flag, "the target is prepared for gas"},
    {"factor", whole(1, 36), "factor of the weapon that fires the gas", default = 8},
    words.with({"gas-minus-5", flag, "artillery's -5 against vehicles also applies to gas", default = "yes"},
      effect.AT_VEHICLES),
  }),
  prepare = function(s)
    local one = effect.of(s, s.factor, 0)
    effect.modify(one, die_modifier(s))
    if s.target ~= "foot" then
      one.needed = 0
      if not s.gas_minus_5 then one.modifier = one.modifier - words.value "artillery-die" end
    end
    s.effect = one
  end,
}

return {procedures = {gas}}
