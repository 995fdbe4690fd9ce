/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts: their numbers against counting by hand, their layout, and that a text of a user stays a text. What needs
 * rsvg-convert is skipped, and says so, where it is not installed. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "answers/answer.h"
#include "chart/layout.h"
#include "chart/picture.h"
#include "chart/plot.h"
#include "chart/png.h"
#include "chart/svg.h"
#include "support.h"
#include "svg.h"

/* Everything that XML or a shell could take for something else. */
#define HOSTILE "it's \"a\" `touch pwned` $(touch pwned) \\n _x ^2 {/Bold} 100% @m <b> & #\n system('touch pwned')"

static char *data_of(const chart *c)
{
    char *bytes = NULL;
    size_t length;
    FILE *out = open_memstream(&bytes, &length);

    assert_non_null(out);
    assert_int_equal(chart_write_data(out, c, NULL), SALVO_OK);
    assert_int_equal(fclose(out), 0);
    return bytes;
}

static void curve_of_hits(chart *c, const char *const *show, size_t n)
{
    static const char *const WORDS[] = {"weapon=cannon-b"}, *const SWEEPS[] = {"range"};
    const salvo_procedure *procedure;
    salvo_curve curve;

    assert_int_equal(salvo_procedure_find(mad()->ruleset, "mad.direct-fire", &procedure, NULL), SALVO_OK);
    assert_int_equal(salvo_curve_draw(&curve, mad(), procedure, WORDS, 1, SWEEPS, 1, NULL, NULL), SALVO_OK);
    assert_int_equal(answer_draw(c, &CURVE_ANSWER, &curve, show, n, NULL), SALVO_OK);
    salvo_curve_free(&curve);
}

/* At 500 m a Class B Cannon needs 6: of 100 throws of two dice 25 miss, 50 have one success, and of the 25 with two
 * five are equal faces. The bracket holds from 350 m, so the line is a tread. */
static void a_curve_has_a_line_for_each_outcome(void **state)
{
    chart c;
    char *data;

    (void)state;
    curve_of_hits(&c, NULL, 0);
    data = data_of(&c);
    assert_non_null(strstr(data, "series,range (m),probability,low,high\r\n"));
    assert_non_null(strstr(data, "miss,500,0.25,,\r\n"));
    assert_non_null(strstr(data, "single,500,0.5,,\r\n"));
    assert_non_null(strstr(data, "double,500,0.2,,\r\n"));
    assert_non_null(strstr(data, "critical,500,0.05,,\r\n"));
    assert_non_null(strstr(data, "no-shot,2000,1,,\r\n"));
    assert_int_equal(c.n_series, 5);
    assert_true(c.series[0].steps);
    free(data);
    chart_free(&c);
}

/* The mean damage there is (50 x 17 + 20 x 34 + 5 x 68) / 100. */
static void a_curve_shows_what_is_asked_for(void **state)
{
    static const char *const DAMAGE[] = {"damage"};
    chart c;
    char *data;

    (void)state;
    curve_of_hits(&c, DAMAGE, 1);
    data = data_of(&c);
    assert_non_null(strstr(data, "series,range (m),mean damage,low,high\r\n"));
    assert_non_null(strstr(data, "E(damage),500,18.7,,\r\n"));
    assert_int_equal(c.n_series, 1);
    free(data);
    chart_free(&c);
}

static void duel_of(chart *c, const salvo_approach *approach, salvo_duel *duel)
{
    static const char *const WORDS[] = {"range=750", "a-cover=normal"};

    assert_int_equal(salvo_duel_fight(duel, mad(), "Tiger I", "Sherman Firefly", WORDS, 2, approach, NULL), SALVO_OK);
    assert_int_equal(answer_draw(c, &DUEL_ANSWER, duel, NULL, 0, NULL), SALVO_OK);
}

/* The chance of having won by a turn is the sum of the chances to win in it and before. */
static void a_duel_adds_up(void **state)
{
    const salvo_approach approach = {.options = {.turns_max = 1000, .turns_tail = 1e-6}};
    salvo_duel duel;
    chart c;
    double sum = 0;

    (void)state;
    duel_of(&c, &approach, &duel);
    assert_int_equal(c.n_series, 2); /* nobody can lose a Tiger and a Firefly at once here */
    for (size_t i = 0; i < c.series[1].n_points; i++) {
        if (i)
            sum += duel.by_turn[i - 1].p_b.exact.value;
        assert_true(fabs(c.series[1].points[i].y - sum) < 1e-12);
        assert_true(c.series[1].points[i].x == (double)i);
    }
    assert_true(fabs(sum - duel.p_b.exact.value) < 0.001);
    chart_free(&c);
    salvo_duel_free(&duel);
}

/* Simulated: the sum of counts, with an interval of its own around it that holds the exact value. */
static void a_simulated_duel_has_a_band(void **state)
{
    salvo_approach exact = {.options = {.turns_max = 1000, .turns_tail = 1e-6}}, mc = exact;
    salvo_duel counted, thrown;
    chart of_counted, of_thrown;

    (void)state;
    mc.method = SALVO_MONTE_CARLO;
    mc.plan = SALVO_PLAN;
    mc.plan.trials = 4000;
    duel_of(&of_counted, &exact, &counted);
    duel_of(&of_thrown, &mc, &thrown);
    for (size_t i = 1; i < of_thrown.series[0].n_points && i < of_counted.series[0].n_points; i++) {
        const chart_point *p = &of_thrown.series[0].points[i];
        double band = p->high - p->low;

        assert_true(p->low < p->y && p->y < p->high && band < 0.04);
        assert_true(fabs(p->y - of_counted.series[0].points[i].y) <
                    1.5 * band); /* half a band is two standard errors */
    }
    chart_free(&of_counted);
    chart_free(&of_thrown);
    salvo_duel_free(&counted);
    salvo_duel_free(&thrown);
}

static void ticks_are_round(void **state)
{
    (void)state;
    assert_true(round_step(0, 100, 5, false) == 20);
    assert_true(round_step(0, 1, 5, false) == 0.2);
    assert_true(round_step(0, 35, 5, false) == 10);
    assert_true(round_step(0, 13, 5, false) == 5);
    assert_true(round_step(0, 2, 5, true) == 1);
}

static void words_are_broken_between_words(void **state)
{
    (void)state;
    assert_int_equal(text_line("one two three", 10, text_width("one two", 10)), 7);
    assert_int_equal(text_line("one two three", 10, text_width("one two t", 10)), 7);
    assert_int_equal(text_line("one two three", 10, 1000), 13);
    assert_int_equal(text_line("unbreakable", 10, text_width("unbr", 10)), 4);
    assert_int_equal(text_line("äöüä b", 10, text_width("äöü", 10) + 1), 6); /* never within a letter */
    assert_int_equal(text_line("äb", 10, 1), 2);                             /* at least one */
    assert_true(text_width("WWW", 10) > 2 * text_width("iii", 10));
}

static void names_keep_clear_of_each_other(void **state)
{
    double middles[] = {10, 11, 12, 98}, crowded[] = {50, 50, 50};

    (void)state;
    spread(middles, 4, 10, 0, 100);
    for (int i = 1; i < 4; i++)
        assert_true(middles[i] - middles[i - 1] >= 10);
    assert_true(middles[3] <= 100);
    spread(crowded, 3, 10, 0, 55);
    assert_true(crowded[0] == 35 && crowded[1] == 45 && crowded[2] == 55);
}

/* All lines but one end at 0: their names stand where the lines are apart, on no other name, and on no line. */
static void names_of_lines_that_end_together_stand_within(void **state)
{
    name_place at[NAMED_LINES_MAX];
    double half[NAMED_LINES_MAX];
    layout l;
    chart c;

    (void)state;
    curve_of_hits(&c, NULL, 0);
    l = chart_layout(&c, PICTURE_WIDTH);
    assert_int_equal(l.names, NAMES_WITHIN);
    assert_true(names_find_places(&c, &l, at));
    for (size_t i = 0; i < c.n_series; i++) {
        half[i] = text_width(c.series[i].label, TEXT_SIZE) / 2;
        for (size_t k = 0; k < i; k++)
            assert_true(fabs(at[i].x - at[k].x) >= half[i] + half[k] || fabs(at[i].y - at[k].y) >= TEXT_SIZE);
        for (size_t k = 0; k < c.n_series; k++)
            for (double x = at[i].x - half[i] + 1; x < at[i].x + half[i]; x++) {
                double place = l.x.from + (x - l.left) / (l.right - l.left) * (l.x.to - l.x.from);

                assert_true(fabs(ruler_at(&l.y, 100 * chart_y_at(&c.series[k], place)) - at[i].y) > TEXT_SIZE / 2.0);
            }
    }
    chart_free(&c);
}

/* Of very many lines the first 64 have their names beside their ends. */
static void very_many_lines_are_drawn(void **state)
{
    enum { LINES = 70, NAMED = 64 };
    salvo_text picture = {0};
    size_t named = 0;
    chart c;
    svg drawn;

    (void)state;
    assert_int_equal(chart_init(&c, CHART_LINES, NULL), SALVO_OK);
    c.title = c.subtitle = c.x.title = c.y.title = "t";
    for (int i = 0; i < LINES; i++) {
        chart_series *s = chart_add_series(&c, chart_text(&c, "line %d", i));

        chart_add_point(&c, s, chart_at(0, 0));
        chart_add_point(&c, s, chart_at(1, i));
    }
    chart_svg(&picture, &c, PICTURE_WIDTH);
    svg_read(&drawn, picture.bytes, picture.length);
    for (size_t i = 0; i < drawn.n; i++)
        named += drawn.shapes[i].kind == SVG_WORDS && strncmp(drawn.shapes[i].text, "line ", 5) == 0;
    assert_int_equal(named, NAMED);
    svg_free(&drawn);
    salvo_text_free(&picture);
    chart_free(&c);
}

/* One chart of every kind, with the same text for everything that has a name. */
static void make_of_kind(chart *c, chart_kind kind, const char *text)
{
    chart_series *s;

    assert_int_equal(chart_init(c, kind, NULL), SALVO_OK);
    c->title = c->subtitle = c->x.title = c->y.title = c->values.title = text;
    chart_caption(c, text);
    c->y.scale = kind == CHART_BARS || kind == CHART_HEAT ? AXIS_NAMES : AXIS_PERCENT;
    c->x.scale = kind == CHART_HEAT || kind == CHART_LINES ? AXIS_NAMES : AXIS_NUMBERS;
    s = chart_add_series(c, text);
    for (int i = 0; i < 3; i++) {
        chart_point p = chart_at(i, 0.25 * i);

        if (c->x.scale == AXIS_NAMES)
            p.x = chart_name(c, &c->x, chart_text(c, "%s %d", text, i));
        if (c->y.scale == AXIS_NAMES)
            p.y = chart_name(c, &c->y, chart_text(c, "%s %d", text, i));
        p.value = 0.3 * i;
        p.label = text;
        p.named = true;
        chart_add_point(c, s, p);
    }
    chart_add_series(c, text);
    chart_refer(c, REFERENCE_Y, 0.5, text);
    assert_int_equal(chart_check(c, NULL), SALVO_OK);
}

static void plots_hold_any_text(void **state)
{
    (void)state;
    for (int kind = CHART_LINES; kind <= CHART_HEAT; kind++) {
        salvo_text plot = {0};
        chart c;

        make_of_kind(&c, (chart_kind)kind, HOSTILE);
        plot_chart(&plot, &c);
        assert_false(plot.failed);
        salvo_text_free(&plot);
        chart_free(&c);
    }
}

static bool there_is_no_png(void)
{
    if (png_find(NULL) == SALVO_OK)
        return false;
    print_message("rsvg-convert is not installed; what needs it is skipped\n");
    return true;
}

/* Texts, and what is to be read of them: what cannot be drawn is U+FFFD. */
static const char *const TEXTS[][2] = {
    {HOSTILE,
     "it's \"a\" `touch pwned` $(touch pwned) \\n _x ^2 {/Bold} 100% @m <b> & #\xef\xbf\xbd system('touch pwned')"},
    {"'88", "'88"},
    {"''", "''"},
    {"88'", "88'"},
    {"ab", "ab"},
    {"'", "'"},
    {"\\", "\\"},
    {"back\\", "back\\"},
    {"\"", "\""},
    {"\\\"`touch pwned`", "\\\"`touch pwned`"},
    {"\\101 \\n \\t", "\\101 \\n \\t"},
    {"%d %s %% %", "%d %s %% %"},
    {"$s0 @x ~a{b} !ls", "$s0 @x ~a{b} !ls"},
    {"END", "END"},
    {"# all of it", "# all of it"},
    {"40 % of \xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4"
     "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4",
     "40 % of \xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4"
     "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4"},
    {"a]]>b ]]]> ]", "a]]>b ]]]> ]"},
    {"&#x41; &#65; &amp; &", "&#x41; &#65; &amp; &"},
    {"</text><g>", "</text><g>"},
    {"one\ntwo\rthree\tfour", "one\xef\xbf\xbdtwo\xef\xbf\xbdthree\xef\xbf\xbd"
                              "four"},
    {"\x1b[31m \x7f \xc2\x85 \x01", "\xef\xbf\xbd[31m \xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd"},
    {"\xef\xbf\xbe \xef\xbf\xbf \xed\xa0\x80 \xff",
     "\xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd \xef\xbf\xbd"},
    {"Pz\xc3\xa4hler \xe2\x82\xac \xf0\x9f\x8e\xb2", "Pz\xc3\xa4hler \xe2\x82\xac \xf0\x9f\x8e\xb2"},
};

/* All words of a picture in their order, between bars. A line that is too long for the canvas goes on in the next. */
static char *words_of(const svg *s)
{
    char *bytes = NULL;
    size_t length;
    FILE *out = open_memstream(&bytes, &length);

    assert_non_null(out);
    for (size_t i = 0; i < s->n; i++)
        if (s->shapes[i].kind == SVG_WORDS)
            fprintf(out, "|%s", s->shapes[i].text);
    fputc('|', out);
    assert_int_equal(fclose(out), 0);
    return bytes;
}

/* The document is well-formed, its title is the text, and so is a name on an axis, at least in its title. */
static void assert_shows(const salvo_text *picture, const chart *c, const char *shown)
{
    char name[256], *words;
    svg s;

    svg_read(&s, picture->bytes, picture->length);
    words = words_of(&s);
    snprintf(name, sizeof name, "|%s 1|", shown);
    if (strcmp(s.title, shown) != 0 || (c->kind != CHART_POINTS && !strstr(words, name)))
        fail_msg("'%s' is not to be read in '%s', '%s'", shown, s.title, words);
    free(words);
    svg_free(&s);
}

/* The picture shows the text as it is; equal charts have equal bytes. */
static void draw_text(chart_kind kind, picture_kind as, const char *text, const char *shown)
{
    salvo_text one = {0}, two = {0};
    salvo_error err = {0};
    chart c;

    make_of_kind(&c, kind, text);
    if (chart_picture(&one, &c, as, PICTURE_WIDTH, &err) != SALVO_OK)
        fail_msg("%s", err.text);
    assert_int_equal(chart_picture(&two, &c, as, PICTURE_WIDTH, NULL), SALVO_OK);
    assert_int_equal(one.length, two.length);
    assert_memory_equal(one.bytes, two.bytes, one.length);
    if (as == PICTURE_SVG)
        assert_shows(&one, &c, shown);
    else
        assert_memory_equal(one.bytes, "\x89PNG\r\n", 6);
    assert_int_equal(access("pwned", F_OK), -1);
    salvo_text_free(&one);
    salvo_text_free(&two);
    chart_free(&c);
}

static void any_text_is_drawn(void **state)
{
    (void)state;
    unlink("pwned");
    for (size_t i = 0; i < COUNT_OF(TEXTS); i++)
        for (int kind = CHART_LINES; kind <= CHART_HEAT; kind++)
            draw_text((chart_kind)kind, PICTURE_SVG, TEXTS[i][0], TEXTS[i][1]);
}

static void any_text_is_drawn_as_png(void **state)
{
    (void)state;
    if (there_is_no_png())
        skip();
    for (int kind = CHART_LINES; kind <= CHART_HEAT; kind++)
        draw_text((chart_kind)kind, PICTURE_PNG, TEXTS[0][0], TEXTS[0][1]); /* the first has most of it */
}

/* The same words of a number are at most a hundredth of a pixel apart, and have no digit too many. */
static void numbers_are_short(void **state)
{
    static const struct {
        double number;
        const char *text;
    } NUMBERS[] = {{0, "0"},     {-0.004, "0"},     {12, "12"},          {12.5, "12.5"},           {-0.25, "-0.25"},
                   {0.996, "1"}, {3.14159, "3.14"}, {1e300, "10000000"}, {-INFINITY, "-10000000"}, {0.05, "0.05"}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(NUMBERS); i++) {
        salvo_text text = {0};

        svg_number(&text, NUMBERS[i].number);
        assert_string_equal(salvo_text_of(&text), NUMBERS[i].text);
        salvo_text_free(&text);
    }
}

/* What it complains of comes back in one line; a child that fails does not take salvo along. */
static void a_failing_child_is_told(void **state)
{
    salvo_text drawing = {0}, png = {0};
    salvo_error err = {0};

    (void)state;
    if (there_is_no_png())
        skip();
    salvo_text_put(&drawing, "<svg>never closed");
    assert_int_equal(png_draw(&png, &drawing, &err), SALVO_IO);
    assert_non_null(strstr(err.text, "rsvg-convert failed: "));
    assert_null(strchr(err.text, '\n'));
    assert_int_equal(png.length, 0);
    salvo_text_free(&drawing);
    salvo_text_free(&png);
}

static void a_missing_child_is_told(void **state)
{
    static const char MISSING[] =
        "a PNG needs rsvg-convert, which is not installed: apt-get install librsvg2-bin (an SVG "
        "needs no other program)";
    char *before = getenv("PATH") ? strdup(getenv("PATH")) : NULL;
    salvo_text drawing = {0}, png = {0};
    salvo_error err = {0};

    (void)state;
    salvo_text_put(&drawing, "<svg/>");
    assert_int_equal(setenv("PATH", "/nonexistent", 1), 0);
    assert_int_equal(png_find(&err), SALVO_IO);
    assert_string_equal(err.text, MISSING);
    assert_int_equal(png_draw(&png, &drawing, &err), SALVO_IO);
    assert_string_equal(err.text, MISSING);
    if (before)
        setenv("PATH", before, 1);
    free(before);
    salvo_text_free(&drawing);
    salvo_text_free(&png);
}

/* Two rows of eight eighths for each of four rows: 1/8 of the scale is four eighths of the lowest row. */
static void a_plot_is_to_scale(void **state)
{
    static const char WANTED[] = "t\n"
                                 "y\n"
                                 "  100 % ┤            █████\n"
                                 "        │            █████\n"
                                 "        │            █████\n"
                                 "        │            █████\n"
                                 "        │      ▄▄▄▄▄ █████\n"
                                 "        │      █████ █████\n"
                                 "        │      █████ █████\n"
                                 "        │▁▁▁▁▁ █████ █████\n"
                                 "    0 % └──────────────────\n"
                                 "         1     2     3\n"
                                 "         x\n";
    const double y[] = {0.0001, 0.4375, 1};
    salvo_text plot = {0};
    chart_series *s;
    chart c;

    (void)state;
    assert_int_equal(chart_init(&c, CHART_LINES, NULL), SALVO_OK);
    c.title = "t";
    c.x.title = "x";
    c.y.title = "y";
    c.x.whole = true;
    c.y.scale = AXIS_PERCENT;
    s = chart_add_series(&c, "s");
    for (int i = 0; i < 3; i++)
        chart_add_point(&c, s, chart_at(i + 1, y[i]));
    plot_chart(&plot, &c);
    assert_string_equal(salvo_text_of(&plot), WANTED);
    salvo_text_free(&plot);
    chart_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_curve_has_a_line_for_each_outcome),
        cmocka_unit_test(a_curve_shows_what_is_asked_for),
        cmocka_unit_test(a_duel_adds_up),
        cmocka_unit_test(a_simulated_duel_has_a_band),
        cmocka_unit_test(ticks_are_round),
        cmocka_unit_test(words_are_broken_between_words),
        cmocka_unit_test(names_keep_clear_of_each_other),
        cmocka_unit_test(names_of_lines_that_end_together_stand_within),
        cmocka_unit_test(very_many_lines_are_drawn),
        cmocka_unit_test(plots_hold_any_text),
        cmocka_unit_test(any_text_is_drawn),
        cmocka_unit_test(any_text_is_drawn_as_png),
        cmocka_unit_test(numbers_are_short),
        cmocka_unit_test(a_failing_child_is_told),
        cmocka_unit_test(a_missing_child_is_told),
        cmocka_unit_test(a_plot_is_to_scale),
    };

    return cmocka_run_group_tests_name("charts", tests, mad_open, mad_close);
}
