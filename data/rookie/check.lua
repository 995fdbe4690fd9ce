-- What the tables must be beyond the kinds of their columns.

local words, lost_check = require "words", require "lost-check"

local function check_values()
  if words.value "out-of-command-divisor" == 0 then
    refuse_cell(tables.values, "id", "the out-of-command-divisor is 0; it must be at least 1")
  end
  for _, id in ipairs {"dead-on", "unbog-regular", "unbog-special"} do
    if words.value(id) > 9 then
      refuse_cell(tables.values, "id", "dead-on, unbog-regular and unbog-special are faces of a 10d; they must be from "
        .. "0 to 9")
    end
  end
end

-- The reconstruction may not contradict what is proved.
return function()
  check_values()
  lost_check(tables.proved, nil, false, false)
  lost_check(tables.reconstruction, tables.proved, false, false)
end
