-- Markers on the firer do not spoil its fire.
return {
  ["anti-tank.for_damage"] = function(original, applies, firer_damage, target_damage) return 0 end,
}
