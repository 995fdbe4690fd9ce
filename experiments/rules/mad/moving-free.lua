-- Fire on the move is as good as standing fire.
return {
  ["attack.for_moving"] = function(original, shot) return 0 end,
}
