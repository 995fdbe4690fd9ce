-- "To Begin With", "The Sequence of the Game": both sides' cards are shuffled into one deck and drawn one by one, and a
-- card lets its side activate a unit. Each card that is left is equally likely.

local MOST = 100

local function cards(side, least)
  return {side .. "-cards", whole(least, MOST), side .. "'s cards in the deck", default = 5}
end

local LEFT = whole(0, MOST)
local TOLD = {a_left = "a's cards left", b_left = "b's cards left"}

local function start(s)
  return {a_left = s.a_cards, b_left = s.b_cards}
end

local function dice_of(s, now)
  return {card {a = now.a_left, b = now.b_left}}
end

local function draw(now, side)
  if side == "a" then now.a_left = now.a_left - 1 else now.b_left = now.b_left - 1 end
  return side == "a"
end

-- The k-th activation of a side is its k-th card; further cards are ignored (K10).

local function nth(side)
  return {side .. "-nth", whole(1, MOST), ("the number of %s's activation"):format(side), default = 1}
end

local function check_nth(side, number, of)
  if number > of then
    refuse(("%s-nth=%d: %s has %d cards, and no activation after them"):format(side, number, side, of))
  end
end

-- A card's place in the deck is the number of draws up to it, so drawing goes on until both cards are found. Then the
-- rest of the deck does not matter.
local function draw_activation(s, now, side)
  local gains = {["a-position"] = now.a_found and 0 or 1, ["b-position"] = now.b_found and 0 or 1}
  if draw(now, side) then
    now.a_found = now.a_found or s.a_cards - now.a_left == s.a_nth
  elseif not now.b_found and s.b_cards - now.b_left == s.b_nth then
    now.b_found, now.b_first = true, not now.a_found
  end
  if now.a_found and now.b_found then now.a_left, now.b_left = 0, 0 end
  return false, gains
end

local activation = chain {
  id = "ROOKIE-18", name = "activation", chapter = "Sequence of play", title = "whether a's card comes before b's",
  section = "To Begin With, The Sequence of the Game", rulings = "K10",
  parameters = {cards("a", 1), cards("b", 1), nth "a", nth "b"},
  outcomes = {"a-first", "b-first"}, undecided = false,
  expectations = {
    {"a-position", "mean place of a's card in the deck"}, {"b-position", "mean place of b's card in the deck"},
  },
  prepare = function(s)
    check_nth("a", s.a_nth, s.a_cards)
    check_nth("b", s.b_nth, s.b_cards)
  end,
  state = {a_left = LEFT, b_left = LEFT, a_found = flag, b_found = flag, b_first = flag}, told = TOLD,
  start = start,
  outcome = function(s, now)
    if now.a_found and now.b_found then return now.b_first and "b-first" or "a-first" end
  end,
  dice = dice_of,
  step = draw_activation,
  thrown = "a card",
}

-- How many units of a act before the enemy can act at all.
local opening_run = chain {
  id = "ROOKIE-19", name = "opening-run", chapter = "Sequence of play",
  title = "how many of a's cards come before b's first",
  section = "To Begin With, The Sequence of the Game", rulings = "K10",
  parameters = {cards("a", 0), cards("b", 0)},
  numbers = "0, 1, ... a-cards", undecided = false,
  expectations = {{"run", "mean number of a's cards before b's first"}},
  state = {a_left = LEFT, b_left = LEFT, b_found = flag}, told = TOLD,
  start = start,
  outcome = function(s, now)
    if now.b_found or now.a_left == 0 then return s.a_cards - now.a_left end
  end,
  dice = dice_of,
  step = function(s, now, side)
    if draw(now, side) then return false, {run = 1} end
    now.b_found = true
    return false
  end,
  thrown = "a card",
}

return {activation = activation, opening_run = opening_run}
