-- The causes of disadvantage ("Disadvantage"). The same list counts both stands, each from its own view.

local words, stand = require "words", require "stand"

local disadvantage = {}

local LEVEL = words.LEVEL

-- A cause counts for whom: for a stand that counts the two-cause items, for a stand that engages, or for anybody.
-- Levels and grades are compared by their sign, across general classes (M7). The class of a target is its general
-- class, whatever the matrix of ranges says (M1).
local CAUSES = {
  {"lower-sub-class", "two", function(own, other) return LEVEL[own.level] < LEVEL[other.level] end},
  {"lower-grade", "two", function(own, other) return LEVEL[own.grade] < LEVEL[other.grade] end},
  {"no-support", "two", function(own, other)
    return own.class == "armour" and other.class == "armour" and not own.support
  end},
  {"higher-sub-class", "any", function(own, other) return LEVEL[other.level] > LEVEL[own.level] end},
  {"hard-target", "engages", function(own, other)
    return other.mode == "fast" or other.mode == "static" or stand.is_in_bad_going(other)
  end},
  {"weather-aircraft", "engages", function(own, other, s)
    return own.class == "aircraft" and s.awc and stand.is_on_the_ground(other)
  end},
  {"inf-minus-against-cas", "engages", function(own, other)
    return own.class == "infantry" and own.level == "minus" and other.posture == "cas"
  end},
  {"atm-against-armour", "engages", function(own, other) return own.posture == "atm" and other.class == "armour" end},
  {"atm-against-fast-or-bad", "engages", function(own, other)
    return own.posture == "atm" and (other.mode == "fast" or stand.is_in_bad_going(other))
  end},
  {"las-against-infantry", "engages", function(own, other)
    return own.posture == "las" and other.class == "infantry"
  end},
  {"cba-against-sns", "engages", function(own, other) return own.posture == "cba" and other.mode == "sns" end},
  {"ecm", "engages", function(own, other)
    return other.posture == "ecm" or (other.class == "aircraft" and other.near_ecm)
  end},
  {"bad-going", "engages", function(own)
    return (own.mode == "mobile" or own.mode == "fast") and stand.is_in_bad_going(own)
  end},
  {"pinned-or-shaken", "engages", function(own) return own.state ~= "steady" end},
  {"built-up", "engages", function(own, other)
    return other.class == "infantry" and other.terrain == "built-up"
  end},
  -- The combat advantage of the rear arc (M9).
  {"rear", "any", function(own) return own.class == "armour" and own.rear end},
}

disadvantage.CAUSES = {}
for i, cause in ipairs(CAUSES) do disadvantage.CAUSES[i] = cause[1] end

-- What the owner counts: everything.
local OWNER = {any = true, engages = true, two = true}

-- The target of a unilateral engagement does not engage, unless it counts as if it did (M4). Two-cause items count for
-- the owner only, as printed, or for both (M3).
local function counts_of_target(s, is_mutual)
  local engages = is_mutual or s.target_count == "full"
  return {any = true, engages = engages, two = engages and s.two_cause == "both"}
end

-- The causes that apply, as ids.
local function causes_of(own, other, s, counts)
  local list = {}
  for _, cause in ipairs(CAUSES) do
    local id, whom, applies = cause[1], cause[2], cause[3]
    if counts[whom] and applies(own, other, s) then list[#list + 1] = id end
  end
  return list
end

-- `extra` always counts: it is all that the list does not have.
local function count(own, other, s, counts)
  local sum = own.extra
  for _, id in ipairs(causes_of(own, other, s, counts)) do sum = sum + tables.disadvantage[id].causes end
  return sum
end

-- The causes that the owner and the other player count.
function disadvantage.of(own, opp, s, is_mutual)
  return count(own, opp, s, OWNER), count(opp, own, s, counts_of_target(s, is_mutual))
end

-- "Owner, mbt-minus ...: lower-sub-class 2, higher-sub-class 1".
local function line(who, own, other, s, counts)
  local found = {}
  for i, id in ipairs(causes_of(own, other, s, counts)) do
    found[i] = ("%s %d"):format(id, tables.disadvantage[id].causes)
  end
  if own.extra ~= 0 then found[#found + 1] = ("extra %d"):format(own.extra) end
  return ("%s, %s: %s"):format(who, stand.words(own), #found > 0 and table.concat(found, ", ") or "no cause")
end

-- MBT-03.
disadvantage.procedure = roll {
  id = "MBT-03", name = "disadvantage", chapter = "Engagement", title = "the causes of disadvantage of two stands",
  section = "Disadvantage", rulings = "M3 M4 M7 M9 M16",
  parameters = words.joined(stand.parameters("own-", "the owner's"), stand.parameters("opp-", "the other's"),
    words.SITUATION, {
    {"type", choice {"mutual", "unilateral"}, "kind of engagement, without a check whether it may take place",
     default = "mutual"},
  }),
  numbers = "the owner's count",
  expectations = {
    {"own-disadvantage", "causes that the owner counts"},
    {"opp-disadvantage", "causes that the other player counts"},
  },
  prepare = function(s) s.own, s.opp = stand.of(s, "own-"), stand.of(s, "opp-") end,
  dice = {},
  resolve = function(s)
    local own, opp = disadvantage.of(s.own, s.opp, s, s.type == "mutual")
    return own, {["own-disadvantage"] = own, ["opp-disadvantage"] = opp}
  end,
  explain = function(s)
    return {
      line("Owner", s.own, s.opp, s, OWNER),
      line("Other", s.opp, s.own, s, counts_of_target(s, s.type == "mutual")),
    }
  end,
}

return disadvantage
