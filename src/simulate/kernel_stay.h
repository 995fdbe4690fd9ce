/* Walks of many draws, a part of kernel_walk.h: trials stay in their lane, which always knows where its next one begins. */
enum {
    PAIR = 2 * LANES, /* two registers of lanes draw by turns */
    LAST_DRAWS = 32,  /* in a row, when lanes run out of trials */
};

/* Trials that stay in their lane, which takes every PAIR-th one of the stretch. */
typedef struct stay {
    trials t;
    state64 state, fresh;      /* of the next draw, and of the first one of the lane's next trial */
    word32 word, column, left; /* of the next draw; trials, with the present one */
} stay;

/* What the next draw needs is there before the present one has been looked up. */
ALWAYS_INLINE void draw_in_place(const course *c, sums *s, stay *l, stride next, bool all, kind k)
{
    const walk *w = c->w;
    word32 index = word_add(word_left(l->t.class, w->column_bits), l->column);
    lane_mask drawing = all ? lanes_below(LANES) : word_reaches(l->left, word_of(1)), over;
    state64 on = state_step(l->state, c->draw);
    word32 word = halves_output(halves_in_order(on));
    word32 fresh = ADDRESSES ? halves_output(halves_in_order(l->fresh)) : word;

    land(c, s, &l->t, look_up(w->columns, index), l->word, all, drawing, k);
    s->longest = word_or(s->longest, l->t.steps);
    over = count(c, s, &l->t, drawing, false, k);
    l->t.class = word_select(over, l->t.class, c->live);
    l->t.steps = word_where(mask_but(lanes_below(LANES), over), l->t.steps);
    l->left = word_add_where(over, l->left, word_of(UINT32_MAX));
    l->word = word_select(over, word, fresh);
    l->column = word_select(over, word_right(word, 32 - w->column_bits), word_right(fresh, 32 - w->start_bits));
    l->state = on;
    if (ADDRESSES) {
        l->state = state_where(over, on, l->fresh);
        l->fresh = state_where(over, l->fresh, state_step(l->fresh, next));
    }
}

/* The least trials that any lane has left, and whether any has one. */
static inline uint32_t least_left(const stay l[2], bool *any)
{
    uint32_t left[PAIR], least = UINT32_MAX;

    word_store(left, l[0].left);
    word_store(left + LANES, l[1].left);
    *any = false;
    for (int i = 0; i < PAIR; i++) {
        least = left[i] < least ? left[i] : least;
        *any = *any || left[i];
    }
    return least;
}

ALWAYS_INLINE void settle_in(const course *c, stay *l, const stretch *t, uint32_t first, state64 start, stride next)
{
    uint32_t left[LANES];

    for (uint32_t i = 0; i < LANES; i++)
        left[i] = first + i < t->count ? (uint32_t)((t->count - first - i + PAIR - 1) / PAIR) : 0;
    *l = (stay){.t = {.class = c->live, .steps = word_of(0)},
                .state = state_in_order(halves_of(start)),
                .fresh = state_in_order(halves_of(state_step(start, next))),
                .word = halves_output(halves_of(start)),
                .left = word_load(left)};
    l->column = word_right(l->word, 32 - c->w->start_bits);
}

/* As many draws as no lane can run out of trials in, or some in which it may. */
ALWAYS_INLINE void stay_for(const course *c, sums *all_sums, stay lanes[2], stride next, uint32_t draws, kind k)
{
    stay x = lanes[0], y = lanes[1];
    sums s = *all_sums;

    for (uint32_t i = 0; i < draws; i++) {
        draw_in_place(c, &s, &x, next, true, k);
        draw_in_place(c, &s, &y, next, true, k);
    }
    for (uint32_t i = 0; i < LAST_DRAWS && !draws; i++) {
        draw_in_place(c, &s, &x, next, false, k);
        draw_in_place(c, &s, &y, next, false, k);
    }
    lanes[0] = x;
    lanes[1] = y;
    *all_sums = s;
}

ALWAYS_INLINE void walk_in_place(const walk *w, const stretch *t, walk_tally *tally, kind k)
{
    course c = course_of(w, t, tally);
    uint64_t reached[FEW_ENDINGS + 1] = {t->count};
    sums s = no_sums();
    state64 start[2];
    stride next = first_states(t, start, 2);
    stay lanes[2];
    uint32_t draws;
    bool any;

    settle_in(&c, &lanes[0], t, 0, start[0], next);
    settle_in(&c, &lanes[1], t, LANES, start[1], next);
    for (draws = least_left(lanes, &any); any && !tally->too_long; draws = least_left(lanes, &any)) {
        stay_for(&c, &s, lanes, next, draws < BURST ? draws : BURST, k);
        empty_sums(&c, &s, reached, k);
    }
    for (uint32_t e = 0; e < k.n_endings; e++)
        tally->ended[e] += reached[e] - reached[e + 1];
}
