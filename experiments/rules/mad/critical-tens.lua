-- Only a pair of tens is a critical.
return {
  ["attack.level_of"] = function(original, number, first, second)
    local level = original(number, first, second)
    return level == "critical" and first < 10 and "double" or level
  end,
}
