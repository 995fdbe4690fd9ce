-- A critical does triple damage, not double.
return {
  ["attack.damages"] = function(original, full, halved, rounding)
    local damage = original(full, halved, rounding)
    damage.critical = damage.critical * 3 // 2
    return damage
  end,
}
