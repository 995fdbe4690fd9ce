/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts endings if there are many, or if turns are distinguished; a part of kernel_walk.h. Each ending has its own
 * place in the tally, and places are counted one by one. Checking at each draw how many trials have ended, and adding
 * to a number that was just stored, would take longer than all else. So ended trials wait without gaps until there are
 * many. Then successive additions go to different copies of a count. */
enum {
    WAITING = 1024,
    EARLY = 256, /* places that have copies; a power of two */
    COPIES = 4,
};

/* Places that are not counted yet, and counts that are not in the tally yet. */
typedef struct endings {
    uint32_t n, place[WAITING + LANES];
    uint32_t early[COPIES][EARLY];
} endings;

/* The places in the tally of trials that end in these classes with these counts. */
ALWAYS_INLINE word32 places_of(const walk *w, word32 class, word32 counts)
{
    uint32_t late = w->turns_told + 1, told_end = w->n_live + w->turn_endings;
    word32 turn = word_least(w->counts_turns ? counts : word_of(1), word_of(late));
    word32 before = word_multiply(turn, word_of(w->turn_endings)); /* endings of this turn and all before it */

    if (!w->turns_told)
        return word_add(class, word_of(-w->n_live));
    return word_select(word_reaches(class, word_of(told_end)), word_add(word_add(before, class), word_of(-told_end)),
                       word_of(late * w->turn_endings));
}

static __attribute__((noinline)) void count_waiting(endings *e, uint64_t *ended)
{
    uint32_t all_bits = 0, i = 0;

    for (uint32_t k = 0; k < e->n; k++)
        all_bits |= e->place[k];
    for (; i + COPIES <= e->n && all_bits < EARLY; i += COPIES)
        for (uint32_t k = 0; k < COPIES; k++)
            e->early[k][e->place[i + k]]++;
    for (; i < e->n; i++)
        ended[e->place[i]]++;
    e->n = 0;
}

/* Notes the classes in which the lanes in `over` have ended. A single lane counts at once. */
ALWAYS_INLINE void count_places(endings *e, const walk *w, uint64_t *ended, word32 class, word32 counts, lane_mask over)
{
    word32 place = places_of(w, class, counts);

    if (LANES == 1) {
        if (mask_any(over))
            ended[word_apart(place).lane[0]]++;
        return;
    }
    word_store(e->place + e->n, word_packed(packer_of(over), place));
    e->n += mask_count(over);
    if (e->n >= WAITING)
        count_waiting(e, ended);
}

static inline void add_endings(endings *e, uint64_t *ended)
{
    count_waiting(e, ended);
    for (uint32_t k = 0; k < COPIES; k++)
        for (uint32_t place = 0; place < EARLY; place++) {
            if (e->early[k][place])
                ended[place] += e->early[k][place];
            e->early[k][place] = 0;
        }
}
