-- MBT 2030.

local words, hands = require "words", require "hands"
local eligibility, disadvantage, results = require "eligibility", require "disadvantage", require "results"
local engagement, terrain, conditions = require "engagement", require "terrain", require "conditions"

-- Limits that no printed number is near. They catch typing errors.
local D6, HOUR, NUMBER, INCHES = whole(1, 6), whole(0, 23), whole(0, 1000), whole(0, 1000)
-- A 7 on a die means never.
local LEAST = whole(1, 7)
local TERRAIN, ALLOWED = choice(words.TERRAINS), choice {"no", "yes", "default"}

-- Columns of the matrix are inches and words; check.lua says which.
local function engagement_columns()
  local columns = {posture = choice(words.POSTURES), levels = choice {"all", "minus", "norm-plus"}}
  for _, column in ipairs(eligibility.COLUMNS) do columns[column] = text end
  return columns
end

return {
  tables = {
    stands = {
      name = text, class = choice(words.CLASSES), level = choice(words.SIGNS), static = ALLOWED, mobile = ALLOWED,
      fast = ALLOWED, sns = ALLOWED,
    },
    postures = {
      name = text, class = choice(words.CLASSES), default = flag, on_table = flag, rows = words.POSTURES,
    },
    engagement = engagement_columns(),
    disadvantage = {causes = NUMBER, rows = disadvantage.CAUSES},
    values = {
      value = whole(1, 1000),
      rows = {"mutual-margin", "unilateral-win", "unilateral-draw", "battle-group-stands", "pin-limit", "break-limit",
              "afternoon"},
    },
    movement = {
      name = text, good_tactical = INCHES, good_march = INCHES, bad_tactical = INCHES, bad_march = INCHES,
    },
    zones = {
      die_from = D6, die_to = D6, on_1 = TERRAIN, on_2 = TERRAIN, on_3 = TERRAIN, on_4 = TERRAIN, on_5 = TERRAIN,
      on_6 = TERRAIN, built_up_from = LEAST, minor_modifier = whole(-6, 6), rows = words.ZONES,
    },
    minor_features = {die_from = D6, die_to = D6, rows = words.MINORS},
    seasons = {
      die_from = D6, die_to = D6, dawn_from = HOUR, dawn_to = HOUR, dusk_from = HOUR, dusk_to = HOUR, desert = LEAST,
      steppe = LEAST, tropical = LEAST, temperate = LEAST, cold = LEAST, rows = words.SEASONS,
    },
  },
  check = require "check",
  units = "stands",
  -- In the order of their numbers.
  procedures = words.joined(
    {hands.procedure, eligibility.procedure, disadvantage.procedure, results.procedure, engagement.procedure,
     terrain.climate, conditions.season},
    terrain.procedures, conditions.procedures, {require "duel", require "groups", require "best-hand"}
  ),
  battle = require "battle",
  no_fire = "an engagement decides about both stands at once; see salvo odds mbt2030.engage and salvo matrix",
  card = require "cards",
}
