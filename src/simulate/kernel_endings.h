/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting endings that are many, or told turn by turn; a part of kernel_walk.h. Each has a place of its own in the
 * tally, and those places are counted one by one. It takes longer than all else to look, draw by draw, how many trials
 * have ended, and to add to the number that was stored last. So who has ended waits without gaps until there are many,
 * and then they take turns with the copies of a count. */
enum {
    WAITING = 1024,
    EARLY = 256, /* places that have copies; a power of two */
    COPIES = 4,
};

/* Places that are not counted yet, and counts that are not added to the tally yet. */
typedef struct endings {
    uint32_t n, place[WAITING + LANES];
    uint32_t early[COPIES][EARLY];
} endings;

/* The places in the tally of trials that end in these classes with these counts. */
ALWAYS_INLINE word32 places_of(const walk *w, word32 class, word32 counts)
{
    uint32_t late = w->turns_told + 1, told_end = w->n_live + w->turn_endings;
    word32 turn = word_least(w->counts_turns ? counts : word_of(1), word_of(late));
    word32 before = word_multiply(turn, word_of(w->turn_endings)); /* places of this turn's endings and all before it */

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

/* Notes the classes that the lanes in `over` have ended in. A single lane counts at once. */
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
