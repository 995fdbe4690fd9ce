-- A shot throws a D12.
return {
  ["battle.dice"] = {d12},
  ["battle.can_harm"] = function(original, fire, actor, target) return fire.modifier and true or false end,
}
