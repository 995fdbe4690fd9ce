-- Direct fire at one target (Fire Phase: Direct Fire, To Hit Modifiers): the number of the fire chart, the modifiers of
-- the die, and the faces that hit.

local words, hit = require "words", require "hit"

local shot = {}

-- The parameters of every procedure with direct fire.
function shot.parameters(among, weapon, target)
  return {
    words.weapon(among, weapon, "the weapon fired"),
    words.troop("shooter", "the shooter"),
    words.unit("target", "the target: a figure or vehicle", target),
    words.RANGE,
    {"shooter-moving", flag, "the shooter moved in this turn", aliases = {"moving", "moves", "firer-moving"}},
    {"target-moving", flag, "the target moved in this turn"},
    words.cover("cover", "target behind cover"),
    {"prone", flag, "target prone"},
    {"building", flag, "target in a building or room"},
    {"concealed", flag, "target concealed"},
    {"invisible", flag, "target in an invisibility field"},
    {"entering", flag, "the shooter enters an enemy-held building in this turn"},
    {"burning", flag, "the shooter is inside a burning building"},
    {"large", choice {"auto", "yes", "no"}, "a large target; auto: vehicles from the car up", default = "auto"},
    words.MOUNTED,
    {"blind", flag, "blind fire: only an unmodified 1 hits"},
    words.modifier("modifier", "added to the roll to hit"),
    words.MAX_RANGE, words.STAR, words.TARGET_RATING, words.TARGET_WOUNDS, words.RATING_BONUS, words.DAMAGE_MODIFIER,
    words.INSTANT,
  }
end

-- A weapon without a range of its own reaches as far as the chart.
function shot.reach_of(weapon)
  return weapon.max_range or math.huge
end

-- Vehicles from the car up are large; motorcycles, figures and monsters are not (R10). A column of the table has this.
local function is_large(unit, large)
  if large ~= "auto" then return large == "yes" end
  return words.is_vehicle(unit) and unit.large
end

-- Puts into s what follows from the parameters: the numbers of the tables if none were given.
function shot.prepare(s)
  s.reach = s.max_range or shot.reach_of(s.weapon)
  s.is_large = is_large(s.target, s.large)
  s.rating = s.target_rating or s.target.rating
  s.wounds = s.target_wounds or words.wounds_of(s.target)
end

-- The effect of a hit.
function shot.hit(s)
  return hit.of(s.weapon, s.target, s.rating, s)
end

-- The chart has a column for each combination, and not a modifier for either movement.
local function motion(is_moving)
  return is_moving and "moving" or "stationary"
end

-- R1: the chart's * means "possible with modifier" and prints no number. By default it is 0, so that a bonus of one
-- hits on one face. Under star=descending, stars continue down the column: 0, -1, -2.
local function star_number(column, range, star)
  local number = 0
  if star == "zero" then return number end
  for _, upto in ipairs(brackets(tables.fire)) do
    if upto >= column:upto(range) then break end
    number = column:at(upto) == "*" and number - 1 or 0
  end
  return number
end

-- The number in the chart; nil if no shot is permitted.
function shot.number(shooter_moving, target_moving, range, star)
  local column = tables.fire[motion(shooter_moving) .. "-" .. motion(target_moving)]
  local number = column:at(range)
  return number == "*" and star_number(column, range, star) or number
end

local function number_of(s)
  return shot.number(s.shooter_moving, s.target_moving, s.range, s.star)
end

-- The modifiers of the die; all of them add up. The -1 of a gun mount is that of a mounted weapon, counted once (R9).
local CONDITIONS = {
  {"cover", "cover"}, {"prone", "prone"}, {"building", "building"}, {"concealed", "concealed"},
  {"invisible", "invisible"}, {"is_large", "large target", "large"}, {"mounted", "mounted"}, {"entering", "entering"},
  {"burning", "burning"},
}

local function each_addend(s, add)
  add(s.shooter.name, s.shooter.to_hit)
  add(s.weapon.name, s.weapon.hit_modifier)
  for _, one in ipairs(CONDITIONS) do
    local field, name, id = one[1], one[2], one[3]
    if s[field] then add(name, words.modifier_of(id or field)) end
  end
  add("modifier", s.modifier)
end

local function sum(s)
  local total = 0
  each_addend(s, function(_, value) total = total + value end)
  return total
end

-- How many of the ten faces hit; false out of range or in an N cell. Blind fire ignores every modifier and the number,
-- but not the range and not an N cell (R34).
function shot.faces(s)
  local number = number_of(s)
  if s.range > s.reach or not number then return false end
  if s.blind then return words.faces(words.value_of "blind-fire", 0) end
  return words.faces(number, sum(s))
end

-- The shots of a figure in a phase. Elite figures and heroes have several attacks, and some weapons several shots an
-- attack. R6 multiplies the two; burst=max takes the greater.
function shot.shots(attacks, weapon, burst)
  if burst == "multiply" then return attacks * weapon.shots end
  return max(attacks, weapon.shots)
end

shot.SHOTS = {
  words.attacks("attacks", "attacks of the shooter, in place of the troop's"),
  words.in_place("shots", "total number of shots, in place of attacks and weapon", 0, 1000),
  words.BURST,
}

-- Values in the question replace the book's numbers one by one.
function shot.shots_asked(s)
  return s.shots or shot.shots(s.attacks or s.shooter.attacks, s.weapon, s.burst)
end

-- Words.

-- Zeros are left out, because the explanation lists what matters.
local function addend_words(s)
  local parts = {}
  each_addend(s, function(name, value)
    if value ~= 0 then parts[#parts + 1] = ("%s %+d"):format(name, value) end
  end)
  if #parts == 0 then return "" end
  return (", %+d on the die (%s)"):format(sum(s), table.concat(parts, ", "))
end

-- "1 to 5", because low is good.
local function face_words(faces)
  if faces == 0 then return "cannot hit" end
  return ("hits on %s%d of %d"):format(faces > 1 and "1 to " or "", faces, words.FACES)
end

-- The shot as one line.
function shot.explain(s)
  local number, faces = number_of(s), shot.faces(s)
  local head = ("%s, %s, %.15g in, %s to %s: "):format(s.shooter.name, s.weapon.name, s.range, motion(s.shooter_moving),
    motion(s.target_moving))
  if s.range > s.reach then return head .. ("out of range (%.15g in)"):format(s.reach) end
  if not number then return head .. "the fire chart allows no shot" end
  if s.blind then return head .. "blind, " .. face_words(faces) end
  return head .. ("%d or less%s: %s"):format(number, addend_words(s), face_words(faces))
end

return shot
