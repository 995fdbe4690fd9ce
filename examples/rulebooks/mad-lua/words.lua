-- Kinds and parameters that several rules have.

local COVER = choice {"none", "normal", "fortification"}

return {
  HP = whole(0, 9999),
  COVER = COVER,
  RANGE = {"range", decimal(0, 100000), "distance in metres", brackets = "weapons"},
  SMALL_ARMS = {"small-arms-vehicles", flag, "may small arms fire at vehicles", default = "yes"},
  WEAPONS = {"weapons", choice {"main", "machine-gun", "best"}, "what it fires", default = "main"},
}
