-- One engagement of two stands, from hands to results.

local words, hands, stand = require "words", require "hands", require "stand"
local eligibility, disadvantage, results = require "eligibility", require "disadvantage", require "results"

local engagement = {}

engagement.TYPE = {"type", choice {"auto", "mutual", "unilateral"}, "auto checks who may engage; the others do not",
                   default = "auto"}

-- The engagement of `opp` by `own`, whose kind is known: both counts, and what each result does to each stand after
-- conversions.
function engagement.of_kind(kind, own, opp, s)
  local is_mutual, at = kind == "mutual", {}
  local o, q = disadvantage.of(own, opp, s, is_mutual)
  for result = hands.WIN, hands.LOSE do
    local to_own, to_opp = results.of(is_mutual, o, q, s, result)
    at[result] = {own = results.converted(own, to_own), opp = results.converted(opp, to_opp)}
  end
  return {is_mutual = is_mutual, own = o, opp = q, at = at}
end

-- A given type skips the question whether the stands may engage. false: they may not.
function engagement.of(own, opp, s, range, type)
  local kind = type == "auto" and eligibility.of(own, opp, s, range) or type
  return (kind == "mutual" or kind == "unilateral") and engagement.of_kind(kind, own, opp, s)
end

-- "Mutual engagement at 11 inches: ...".
function engagement.lines(e, own, opp, range)
  local lines = {"Owner: " .. stand.words(own), "Other: " .. stand.words(opp)}
  if not e then
    lines[3] = ("At %s the owner's stand may not engage the other."):format(words.inches(range))
    return lines
  end
  local names = {}
  for i, result in ipairs(hands.RESULTS) do
    names[i] = ("%s: %s"):format(result, results.name(e.at[i].own, e.at[i].opp))
  end
  lines[3] = ("%s engagement at %s; disadvantage %d against %d"):format(e.is_mutual and "Mutual" or "Unilateral",
    words.inches(range), e.own, e.opp)
  lines[4] = table.concat(names, ", ")
  return lines
end

-- MBT-05. The outcome is what is received, whatever the present state. A forbidden engagement throws nothing.
engagement.procedure = roll {
  id = "MBT-05", name = "engage", chapter = "Engagement", title = "one engagement of two stands",
  section = "Engagement, Disadvantage, Conducting Engagement, Results of Engagement", rulings = "M1 to M7, M9 to M11",
  parameters = words.joined(stand.parameters("own-", "the owner's"), stand.parameters("opp-", "the other's"),
    words.SITUATION, hands.parameters("own-", "the owner"), hands.parameters("opp-", "the other player"),
    {engagement.TYPE}),
  outcomes = results.OUTCOMES,
  expectations = {
    {"own-disadvantage", "causes that the owner counts"},
    {"opp-disadvantage", "causes that the other player counts"},
    {"own-out", "probability that the owner's stand is broken or leaves"},
    {"opp-out", "probability that the other stand is broken or leaves"},
  },
  prepare = function(s)
    s.own, s.opp = stand.of(s, "own-"), stand.of(s, "opp-")
    s.showing = hands.showing_of(hands.of(s, "own-"), hands.of(s, "opp-"))
    s.engagement = engagement.of(s.own, s.opp, s, s.range, s.type)
  end,
  dice = function(s) return s.engagement and {s.showing.die} or {} end,
  resolve = function(s, result)
    if not s.engagement then return "not-allowed" end
    local e, to = s.engagement, s.engagement.at[result]
    return results.name(to.own, to.opp), {
      ["own-disadvantage"] = e.own, ["opp-disadvantage"] = e.opp,
      ["own-out"] = stand.is_out(to.own) and 1 or 0, ["opp-out"] = stand.is_out(to.opp) and 1 or 0,
    }
  end,
  explain = function(s) return engagement.lines(s.engagement, s.own, s.opp, s.range) end,
}

return engagement
