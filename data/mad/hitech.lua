-- Futuristic Variant Rules: the attack roll with the tables "Hi-Tech Weapon to Hit Numbers" and "Hi-Tech To Hit
-- Modifiers". The dice and the levels of success are those of direct fire.

local words, attack, one_attack, lists = require "words", require "attack", require "one-attack", require "lists"

local TARGET_WORDS = {
  vehicle = "a vehicle", infantry = "infantry", walker = "a walker", grav = "a grav vehicle", vtol = "a VTOL",
  ["power-armour"] = "power armour",
}

local function modifier(id)
  return tables.hitech_modifiers[id].modifier
end

-- Power armour always counts as infantry. Small arms and flame throwers are exempt from the harder number and from the
-- half damage.
local function is_dispersed(s)
  return words.is_on_foot(s.target) and not s.weapon.anti_infantry
end

local function for_infantry(s)
  return is_dispersed(s) and modifier "infantry-target" or 0
end

-- Cover is the same for infantry and vehicles. The number for a fortification is lost, and is that of direct fire
-- (R-21). A VTOL never has cover.
local function for_cover(s)
  if s.contact or s.target == "vtol" or s.cover == "none" then return 0 end
  return s.cover == "fortification" and s.fort_value or modifier "cover"
end

local function for_moving(s)
  return s.moving and s.weapon.class ~= "missile" and not s.large_static and modifier "moving" or 0
end

-- Contact does not put a walker that has cover in the open (R-47).
local function for_type(s)
  local airborne = s.target == "vtol" and modifier "airborne" or 0
  local walker = s.target == "walker" and s.cover == "none" and modifier "walker-open" or 0
  return airborne, walker
end

local function for_opportunity(s)
  return s.opportunity and modifier "opportunity" or 0
end

-- Of the lines with two stars only the largest one counts (R-23). ADF affects missiles only (R-24).
local function for_protection(s)
  local is_missile, lines = s.weapon.class == "missile", {}
  if is_missile and (s.ecm or s.adf) then lines[#lines + 1] = modifier "missile-protection" end
  if not is_missile and s.ecm then lines[#lines + 1] = modifier "ecm" end
  if s.weapon.class == "energy" and s.shield then lines[#lines + 1] = modifier "shield" end
  return #lines > 0 and max(table.unpack(lines)) or 0
end

-- "Excluded types" are those that may not carry the weapon; the other reading is excluded=targets (R-20).
local function is_excluded(weapon, kind)
  for _, one in ipairs(lists.excluded(weapon)) do
    if one == kind then return true end
  end
  return false
end

-- The book's order: excluded type, fixed and moved, range.
local function refusal(s, number)
  if s.excluded == "carriers" and is_excluded(s.weapon, s.firer) then return "this carrier cannot have it" end
  if s.excluded == "targets" and is_excluded(s.weapon, s.target) then return "it may not be fired at this target" end
  if s.fixed and s.moving then return "it is fixed, and the firer moves" end
  return not number and "out of range" or nil
end

-- Infantry support prints 8 for infantry, although half of 18 is 9 (R-22).
local function damages(s)
  local printed = s.infantry_damage == "table" and s.weapon.infantry_damage
  if is_dispersed(s) and printed then return attack.damages(printed, false) end
  return attack.damages(s.weapon.damage, is_dispersed(s))
end

local function addends_of(s)
  local airborne, walker = for_type(s)
  return {
    {for_infantry(s), "infantry as the target"}, {for_cover(s), "cover"}, {for_moving(s), "firing on the move"},
    {airborne, "an airborne target"}, {walker, "a walker in the open"}, {for_opportunity(s), "opportunity fire"},
    {for_protection(s), "what protects it"},
  }
end

-- Base to base counts as range 0.
local function range_of(s)
  return s.contact and 0 or s.range
end

local function attack_of(s)
  local number = s.weapon:at(range_of(s))
  local refused = refusal(s, number)
  if refused then return {refused = refused} end
  local addends = addends_of(s)
  for _, addend in ipairs(addends) do number = number + addend[1] end
  return {number = number, addends = addends, damage = damages(s)}
end

local function explain(s)
  local shown = {contact = s.contact, range = s.range, cover = s.target == "vtol" and "none" or s.cover}
  local base = not s.attack.refused and ("in the %.15g m column"):format(s.weapon:upto(range_of(s)))
  return {
    "One attack " .. attack.target_words(shown, TARGET_WORDS[s.target]),
    table.unpack(attack.lines(s.weapon.name, s.attack, base, s.attack.addends)),
  }
end

local hitech_fire = roll {
  id = "MAD-18", name = "hitech-fire", chapter = "Futuristic variant", title = "one attack with one hi-tech weapon",
  section = "Futuristic Variant Rules", rulings = "R-01 to R-10, R-20 to R-24, R-47, R-49",
  parameters = {
    {"weapon", row "hitech-weapons", "the weapon fired"},
    {"range", decimal(0), "distance in metres", brackets = "hitech-weapons", unless = "contact"},
    words.target("target", "the target"), words.target("firer", "the carrier of the weapon"),
    {"excluded", choice {"carriers", "targets"}, "what the table's excluded types may not be: carriers or targets",
     default = "carriers"},
    words.cover("cover", "the target's cover"),
    words.fort_value("what cover=fortification adds to the target number", "hitech-modifiers"),
    words.MOVING, words.FIXED, words.OPPORTUNITY, words.CONTACT, words.LARGE_STATIC,
    {"ecm", flag, "the target has stealth or is in an ECM zone"},
    {"adf", flag, "the target is in an ADF zone"},
    {"shield", flag, "the target is shielded"},
    words.INFANTRY_DAMAGE, words.HIT_POINTS,
  },
  outcomes = one_attack.OUTCOMES, expectations = one_attack.EXPECTATIONS, expects = one_attack.expects,
  prepare = function(s) s.attack = attack_of(s) end,
  dice = one_attack.dice,
  resolve = one_attack.resolve,
  explain = explain,
}

return {procedures = {hitech_fire}, damages = damages}
