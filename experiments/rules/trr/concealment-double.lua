-- Concealment and camouflage count twice.
return {
  ["anti-tank.for_concealment"] = function(original, shot) return 2 * original(shot) end,
}
