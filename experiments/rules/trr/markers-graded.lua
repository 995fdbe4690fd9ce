-- A model fights on until it has as many markers as its strength.
return {
  ["anti-tank.status"] = function(original, stand, markers)
    return original({remaining = stand.remaining, graded = true}, markers)
  end,
}
