-- A repeated test whose successes are counted: how many figures are suppressed, or whether one of several attempts
-- succeeds. `prepare` sets the number of tries and `passes`, a number of faces for each die of a try.

local words = require "words"

local tries = {}

tries.STATE = {left = whole(0, 1000), successes = whole(0, 1000), at_gate = flag}
tries.TOLD = {successes = "successes"}

-- `counts` says which tries are successes: those in which every die passes, or every die fails. With a gate, one die
-- must first show so much or less, for all tries together; or nothing happens (R12).
function tries.prepare(s, number, passes, counts, gate)
  s.number, s.passes, s.counts, s.gate = number, passes, counts, gate or words.FACES
  s.is_gated = gate ~= nil
end

function tries.start(s)
  return {left = s.number, at_gate = s.is_gated}
end

-- All tries are made.
function tries.all(s, now)
  if now.left == 0 then return now.successes end
end

-- One success is enough: further ones change nothing.
function tries.until_one(s, now)
  return now.successes > 0 or now.left == 0
end

function tries.dice(s, now)
  return dice(now.at_gate and 1 or #s.passes, d10)
end

local function is_success(s, ...)
  for i, passes in ipairs(s.passes) do
    if (select(i, ...) <= passes) ~= (s.counts == "passes") then return false end
  end
  return true
end

-- A die at the gate may show the same as one of a try.
function tries.kind(s, first, ...)
  return (first <= s.gate and "open " or "closed ") .. (is_success(s, first, ...) and "success" or "failure")
end

-- Returns how many successes a throw adds.
function tries.add(s, now, ...)
  if now.at_gate then
    now.at_gate = false
    if ... > s.gate then now.left = 0 end
    return 0
  end
  local added = is_success(s, ...) and 1 or 0
  now.left, now.successes = now.left - 1, now.successes + added
  return added
end

-- If nothing but the outcome counts.
function tries.step(s, now, ...)
  tries.add(s, now, ...)
  return false
end

return tries
