-- A gun is as good at every range.
return {
  ["anti-tank.for_range"] = function(original, bracket) return 0 end,
}
