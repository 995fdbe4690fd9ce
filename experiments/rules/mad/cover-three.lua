-- Ordinary cover is worth three on the die.
return {
  ["attack.for_cover"] = function(original, shot)
    return shot.cover == "normal" and not shot.contact and 3 or original(shot)
  end,
}
