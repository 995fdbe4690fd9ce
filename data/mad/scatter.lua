-- Where a template lands that misses its aim point, and what is under it ("Bombing", "Rocket Attacks vs Ground
-- Targets").

local scatter = {}

-- The book prints neither the size of a template (R-31) nor that of an element, which is a point otherwise (R-32).
scatter.TEMPLATE_RADIUS = {"template-radius", decimal(0), "radius of a template, mm", default = 20,
                           default_cell = "air-values.template-radius-mm.value"}
scatter.ELEMENT_RADIUS = {"element-radius", decimal(0), "the distance from the element's centre to its edge, mm",
                          default = 0}
scatter.OFFSET_X = {"offset-x", decimal(-math.huge, math.huge),
                    "the element's centre, mm to the right of the aim point", default = 0}
scatter.OFFSET_Y = {"offset-y", decimal(-math.huge, math.huge), "the element's centre, mm beyond the aim point",
                    default = 0}

-- The sines of 30 degrees, 60 degrees and so on, up to 360 degrees.
local ROOT = 3 ^ 0.5
local SINE = {1 / 2, ROOT / 2, 1, ROOT / 2, 1 / 2, 0, -1 / 2, -ROOT / 2, -1, -ROOT / 2, -1 / 2, 0}

-- A D12 shows the direction in steps of 30 degrees clockwise: 3 is to the right, 12 is straight on (R-33).
local function place_of(distance, d12)
  return distance * SINE[d12], distance * SINE[(d12 + 2) % 12 + 1]
end

-- The distance of the centres is at most the sum of the radii, the edge included (R-32). The allowance is for rounding
-- errors: in whole millimetres two squares are equal, or differ by more.
function scatter.is_under_template(distance, d12, template_radius, element)
  local x, y = place_of(distance, d12)
  local apart = (element.x - x) ^ 2 + (element.y - y) ^ 2
  local reach = (template_radius + element.radius) ^ 2
  return apart <= reach + max(1e-9, reach * 2 ^ -51)
end

-- D10 less the skill, but at least 0, in steps of 10 mm.
local function distance_of(d10, skill)
  return max(0, d10 - skill) * tables.air_values.scatter_step_mm.value
end

-- Whether a scattered template covers the element, for each D10 and D12, and in how many ways it does.
function scatter.of(skill, template_radius, element)
  local covers, ways = {}, 0
  for distance = 1, 10 do
    covers[distance] = {}
    for direction = 1, 12 do
      local is_covered = scatter.is_under_template(distance_of(distance, skill), direction, template_radius, element)
      covers[distance][direction] = is_covered
      ways = ways + (is_covered and 1 or 0)
    end
  end
  return {covers = covers, ways = ways}
end

function scatter.words(of)
  return ("a template that scatters covers the element in %d of 120 ways"):format(of.ways)
end

-- The templates of a load of bombs: the nearest whole number, halves up (R-45).
function scatter.templates_of(load_lbs)
  local lbs = tables.air_values.bomb_template_lbs.value
  return round_down(2 * load_lbs + lbs, 2 * lbs)
end

return scatter
