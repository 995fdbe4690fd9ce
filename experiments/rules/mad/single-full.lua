-- One success does full damage, as two do.
return {
  ["attack.damages"] = function(original, full, halved, rounding)
    local damage = original(full, halved, rounding)
    damage.single = damage.double
    return damage
  end,
}
