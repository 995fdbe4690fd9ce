-- 8.0 "Points System Calculation", and "Points Values" of the Aircraft Rules. Prices are certain, so no dice are
-- thrown.

local words, scatter, lists = require "words", require "scatter", require "lists"

local function value(id)
  return tables.values[id].value
end

-- Printed prices are added up.
local function points_of(rows)
  local sum = 0
  for _, one in ipairs(rows) do sum = sum + one.points end
  return sum
end

local function price(more)
  local made = {
    chapter = "Points", outcomes = {}, numbers = "the price in points", expectations = {{"points", "the price"}},
    dice = {},
    resolve = function(s) return s.price, {points = s.price} end,
  }
  for key, one in pairs(more) do made[key] = one end
  return roll(made)
end

-- Ground elements: speed, hit points, weapons, grenades and equipment, added up.

local AT_GRENADES = {"at-grenades", flag, "it carries anti-tank grenades"}
local INFANTRY_DISCOUNT = {"infantry-discount", flag, "the discount on fixed weapons also applies to infantry"}

local function weapons_of(weapons, artillery)
  return {"weapons", list {weapons, artillery}, "weapons, separated by commas; -fixed after a fixed one",
          default = "none", prefixes = {[artillery] = "artillery-"}, suffix = "-fixed"}
end

-- The discount is for fixed weapons of vehicles: the printed price of Infantry (Support) has none. It is rounded up
-- weapon by weapon (R-39).
local function weapon_price(full, is_fixed, has_discount)
  return is_fixed and has_discount and round_up(full * value "fixed-mount-price-percent", 100) or full
end

-- A part of a price must leave room for the others.
local PART_MOST = 536870911

local function check_part(what, price)
  if price > PART_MOST then refuse(("%s cost %d points together; an element must cost less"):format(what, price)) end
  return price
end

local function weapons_price(s, has_discount)
  local sum = 0
  for _, one in ipairs(s.weapons) do sum = sum + weapon_price(one[1].points, one[2], has_discount) end
  return check_part("weapons", sum)
end

local function explain(s)
  local part = s.part
  local text = ("%s speed %d + hit points %d + weapons %d"):format(s.mobility.name, part.speed, part.hp, part.weapons)
  if part.grenades > 0 then text = text .. (" + anti-tank grenades %d"):format(part.grenades) end
  if part.equipment > 0 then text = text .. (" + equipment %d"):format(part.equipment) end
  return text .. (" = %d points"):format(s.price)
end

local function add_up(s, part)
  s.part = part
  s.price = part.speed + part.hp + part.weapons + part.grenades + part.equipment
end

-- A vehicle's assumed machine gun is free, and anti-aircraft weapons have no ground price (R-50).
local points = price {
  id = "MAD-27", name = "points", title = "the price of a ground element", section = "8.0 Points System Calculation",
  rulings = "R-39",
  parameters = {
    {"mobility", row "movement", "the mobility"},
    {"hp", whole(1, 1000000), "hit points"},
    weapons_of("weapons", "artillery"), AT_GRENADES, INFANTRY_DISCOUNT,
  },
  prepare = function(s)
    add_up(s, {
      speed = s.mobility.points, hp = s.hp,
      weapons = weapons_price(s, s.mobility.target == "vehicle" or s.infantry_discount),
      grenades = s.at_grenades and value "at-grenades-points" or 0, equipment = 0,
    })
  end,
  explain = explain,
}

-- Futuristic Variant Rules. The book prints no prices for speed: they are, as above, points for each 100 mm (R-43). The
-- class of armour has the hit points. Combinations that the text forbids, such as shield and stealth, are priced, too.
local HITECH_INFANTRY = {infantry = true, ["power-armour"] = true}

local hitech_points = price {
  id = "MAD-28", name = "hitech-points", title = "the price of a hi-tech ground element",
  section = "8.0 Points System Calculation, Futuristic Variant Rules", rulings = "R-39, R-43",
  parameters = {
    {"mobility", row "hitech-movement", "the mobility"},
    {"armour", row "hitech-armour", "its armour class, for the hit points"},
    weapons_of("hitech-weapons", "hitech-artillery"),
    {"equipment", list "hitech-equipment", "equipment, separated by commas", default = "none"},
    AT_GRENADES, INFANTRY_DISCOUNT,
  },
  prepare = function(s)
    add_up(s, {
      speed = round_up(s.mobility.distance_mm * value "hitech-speed-points-per-100mm", 100), hp = s.armour.hp,
      weapons = weapons_price(s, not HITECH_INFANTRY[s.mobility.target] or s.infantry_discount),
      grenades = s.at_grenades and value "hitech-at-grenades-points" or 0,
      equipment = check_part("pieces of equipment", points_of(s.equipment)),
    })
  end,
  explain = explain,
}

-- Aircraft. Acceleration, minimum speed, manoeuvre rating, turrets and torpedoes cost nothing: the formula does not
-- name them. A load of bombs that is too light for a template is free (R-45).

local DEAREST = 2000000000

local function speed_price(top_speed)
  return round_up(top_speed, tables.air_values.speed_mm_per_point.value)
end

local function bombs_price(templates)
  return templates * tables.air_values.bomb_template_points.value
end

local function guns_price(aircraft)
  local sum = 0
  for _, group in ipairs(lists.groups(aircraft)) do sum = sum + group.count * group.weapon.points end
  return sum
end

local air_points = price {
  id = "MAD-29", name = "air-points", title = "the price of an aircraft", section = "Aircraft Rules, Points Values",
  rulings = "R-45",
  parameters = {
    {"aircraft", row "aircraft", "a listed aircraft, in place of its numbers", optional = true},
    {"hp", whole(1, 1000000), "hit points", excludes = "aircraft"},
    {"top-speed", whole(0, 1000000), "maximum speed, mm", excludes = "aircraft"},
    {"turn", whole(0, 1000000), "turn rating", ids = "turns", excludes = "aircraft"},
    {"weapons", list "aircraft-weapons", "weapons and their numbers, separated by commas: machine-gun:4",
     default = "none", count = 10000, excludes = "aircraft"},
    {"bomb-load", whole(0, 1000000000), "bombs, lbs", default = 0, excludes = "aircraft"},
  },
  prepare = function(s)
    local one = s.aircraft
    s.strength, s.turn_price = one and one.hp or s.hp, (one or s).turn.points
    s.speed_price = speed_price(one and one.top_speed_mm or s.top_speed)
    s.weapons_price = one and guns_price(one) or points_of(s.weapons)
    s.templates = scatter.templates_of(one and (one.bomb_load_lbs or 0) or s.bomb_load)
    s.bombs_price = bombs_price(s.templates)
    s.price = s.strength + s.speed_price + s.turn_price + s.weapons_price + s.bombs_price
    if s.price > DEAREST then
      refuse(("the price is %d points; an aircraft must cost less"):format(s.price))
    end
  end,
  explain = function(s)
    local text = ("hit points %d + top speed %d + turn %d + weapons %d"):format(s.strength, s.speed_price, s.turn_price,
      s.weapons_price)
    if s.templates > 0 then
      text = text .. (" + %s of bombs %d"):format(words.counted(s.templates, "template"), s.bombs_price)
    end
    return text .. (" = %d points"):format(s.price)
  end,
}

-- The price of a listed element or aircraft, part by part, beside the printed one.

-- The book prints no price for elements with anti-aircraft guns. R-50 makes one from the points of the aircraft
-- weapons. A battery is one system, which is discounted as a whole.
local function mount_price(mount, has_discount)
  local name = mount.anti_aircraft and ("%d x %s"):format(mount.count, mount.weapon.name) or mount.weapon.name
  return {"weapon", name .. (mount.fixed and ", fixed" or ""),
          weapon_price(mount.count * mount.weapon.points, mount.fixed, has_discount)}
end

local function price_of_unit(unit)
  local by, has_discount = "MAD-27", unit.mobility.target == "vehicle"
  local items = {{"speed", unit.mobility.name .. " speed", unit.mobility.points}, {"hp", "hit points", unit.hp}}
  for _, mount in ipairs(lists.mounts(unit)) do
    items[#items + 1] = mount_price(mount, has_discount)
    if mount.anti_aircraft then by = "R-50" end
  end
  return items, by
end

-- Guns are paid by their number, whatever their facing: only vehicles have the discount for fixed mounts (R-39).
local function price_of_aircraft(one)
  local items = {
    {"hp", "hit points", one.hp},
    {"speed", ("top speed %d mm"):format(one.top_speed_mm), speed_price(one.top_speed_mm)},
    {"turn", "turn " .. one.turn.id, one.turn.points},
  }
  for _, group in ipairs(lists.groups(one)) do
    items[#items + 1] = {"weapon", ("%d x %s"):format(group.count, group.weapon.name),
                         group.count * group.weapon.points}
  end
  local templates = scatter.templates_of(one.bomb_load_lbs or 0)
  if templates > 0 then
    items[#items + 1] = {"bombs", words.counted(templates, "template") .. " of bombs", bombs_price(templates)}
  end
  return items, "MAD-29"
end

return {
  procedures = {points, hitech_points, air_points},
  price_of_unit = price_of_unit, price_of_aircraft = price_of_aircraft,
}
