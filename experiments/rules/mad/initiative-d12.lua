-- Initiative is a D12, so that ties are rarer.
return {
  ["mad.initiative.dice"] = {d12, d12},
  ["battle.initiative.dice"] = {d12, d12},
}
