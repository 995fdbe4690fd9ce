#include <salvo/dice.h>

#include <assert.h>
#include <string.h>

salvo_dice salvo_dice_of(int count, int sides)
{
    salvo_dice dice = {.count = (uint8_t)count};

    assert(count >= 0 && count <= SALVO_DICE_MAX && sides >= 1 && sides <= 255);
    memset(dice.sides, sides, (size_t)count);
    return dice;
}

uint64_t salvo_dice_ways(const salvo_dice *dice)
{
    uint64_t ways = 1;

    for (int i = 0; i < dice->count; i++) {
        if (ways > (UINT64_C(1) << 63) / dice->sides[i])
            return 0;
        ways *= dice->sides[i];
    }
    return ways;
}

void salvo_dice_first(const salvo_dice *dice, uint8_t *faces)
{
    memset(faces, 1, dice->count);
}

bool salvo_dice_next(const salvo_dice *dice, uint8_t *faces)
{
    for (int i = dice->count - 1; i >= 0; i--) {
        if (faces[i] < dice->sides[i]) {
            faces[i]++;
            return true;
        }
        faces[i] = 1;
    }
    return false;
}
