/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of a text may be shown: every character that nobody would see, or that changes what is seen of the others, and what
 * becomes of it on the way out. */
#include "support.h"

#include <stdio.h>
#include <string.h>

#include "base/lookup.h"
#include "base/utf8.h"

/* From Unicode's lists: the general category Cc (all but tab, LF and CR), the property Bidi_Control, and from
 * Default_Ignorable_Code_Point what has no width. Beside each range stand characters that are in order. */
static const struct range {
    uint32_t first, last;
} UNSEEN[] = {
    {0x01, 0x08},     {0x0B, 0x0C},     {0x0E, 0x1F},     {0x7F, 0x9F},     {0x061C, 0x061C},   {0x200B, 0x200F},
    {0x202A, 0x202E}, {0x2060, 0x2064}, {0x2066, 0x206F}, {0xFEFF, 0xFEFF}, {0xE0000, 0xE007F}, {0xFFFE, 0xFFFF},
};

static const uint32_t SEEN[] = {'\t',   '\n',   '\r',   ' ',    '~',    0xA0,    0xA1,    0xE4,    0x061B,
                                0x061D, 0x200A, 0x2010, 0x2027, 0x202F, 0x205F,  0x2070,  0xFE0F,  0xFEFE,
                                0xFF01, 0xFFFD, 0x2694, 0x4E00, 0xAC00, 0x10000, 0x1F3B2, 0x10FFFD};

static void every_unseen_character_has_a_fault(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(UNSEEN); i++)
        for (uint32_t code = UNSEEN[i].first; code <= UNSEEN[i].last; code++)
            if (!salvo_code_fault(code))
                fail_msg("U+%04X is let through", (unsigned)code);
    for (size_t i = 0; i < COUNT_OF(SEEN); i++)
        if (salvo_code_fault(SEEN[i]))
            fail_msg("U+%04X: %s", (unsigned)SEEN[i], salvo_code_fault(SEEN[i]));
}

#define GONE "\xEF\xBF\xBD"

static const struct plain_case {
    const char *name, *text, *plain;
} PLAIN[] = {
    {"a usual text", "Br\xC3\xBCmmb\xC3\xA4r 2 \xE2\x89\xA5 1\tx", "Br\xC3\xBCmmb\xC3\xA4r 2 \xE2\x89\xA5 1\tx"},
    {"nothing", "", ""},
    {"colours of a terminal", "a\x1B[31mb", "a" GONE "[31mb"},
    {"a delete, a C1", "a\x7F\xC2\x9B b", "a" GONE GONE " b"},
    {"a mark of direction",
     "a\xE2\x80\xAE"
     "b",
     "a" GONE "b"},
    {"line ends", "a\r\nb\rc\nd", "a\nb\nc\nd"},
    {"bytes that are no text", "a\xFF\xC3(", "a" GONE GONE "("},
    {"half a character at the end", "a\xE2\x80", "a" GONE GONE},
};

static void a_text_is_made_plain(void **state)
{
    const struct plain_case *c = *state;
    char plain[64];

    assert_int_equal(salvo_text_plain(plain, sizeof plain, c->text), strlen(c->plain));
    assert_string_equal(plain, c->plain);
    assert_true(strlen(plain) <= SALVO_PLAIN_MOST * strlen(c->text));
    assert_true(salvo_is_text(plain));
    for (size_t room = 1; room < sizeof plain; room++) { /* however little room there is, it is a text */
        size_t length = salvo_text_plain(plain, room, c->text);

        assert_true(length < room && strlen(plain) == length && salvo_is_text(plain));
    }
}

static void a_fault_has_its_place(void **state)
{
    static const char TEXT[] = "\xEF\xBB\xBF"
                               "a\r\nb\r\xC3\xA4"
                               "c\xE2\x80\xAF\x1B";
    salvo_text_fault fault;

    (void)state;
    assert_true(salvo_text_has_fault(TEXT, sizeof TEXT - 1, &fault));
    assert_int_equal(fault.line, 3);
    assert_int_equal(fault.column, 4);
    assert_int_equal(fault.code, 0x1B);
    assert_false(salvo_text_has_fault(TEXT, sizeof TEXT - 2, &fault));
    assert_true(salvo_text_has_fault("a\0b", 3, &fault));
    assert_int_equal(fault.column, 2);
    assert_null(fault.why);
}

static void a_message_is_one_plain_line(void **state)
{
    salvo_error err;

    (void)state;
    salvo_fail_at(&err, SALVO_BAD_INPUT,
                  "a\x1B"
                  "b\n",
                  3, 4, "unknown unit '%s'", "x\n\xE2\x80\xAE\xFFy\t\xC2\x85z");
    assert_string_equal(err.path, "a" GONE "b ");
    assert_string_equal(err.text, "unknown unit 'x " GONE GONE "y " GONE "z'");
    assert_int_equal(err.line, 3);
    assert_int_equal(err.column, 4);
}

/* The words and the place of an error can be those of the new one. */
static void an_error_can_be_told_again(void **state)
{
    salvo_error err;

    (void)state;
    salvo_fail_at(&err, SALVO_BAD_INPUT, "file", 3, 4, "why");
    salvo_fail_at(&err, err.status, err.path, err.line, err.column, "the job: %s", err.text);
    assert_string_equal(err.path, "file");
    assert_string_equal(err.text, "the job: why");
    assert_int_equal(err.line, 3);
}

enum { MANY = 5000 };

static void a_text_is_found_by_its_number(void **state)
{
    salvo_arena *memory = salvo_arena_new();
    salvo_lookup *lookup = salvo_lookup_new(MANY, memory);
    char text[32];

    (void)state;
    for (int i = 0; i < MANY; i++)
        assert_int_equal(salvo_lookup_add(lookup, salvo_arena_printf(memory, "unit-%d", i)), -1);
    for (int i = 0; i < MANY; i++) {
        size_t length = (size_t)snprintf(text, sizeof text, "unit-%d", i);

        assert_int_equal(salvo_lookup_find(lookup, text, length), i);
        text[0] = 'U';
        assert_int_equal(salvo_lookup_find(lookup, text, length), -1); /* exactly */
        assert_int_equal(salvo_lookup_add(lookup, text), i);           /* but for case */
    }
    assert_int_equal(salvo_lookup_find(lookup, "unit-", 5), -1);
    assert_int_equal(salvo_lookup_find(lookup, "unit-12x", 7), 12); /* of that many bytes */
    salvo_arena_free(memory);
}

int main(void)
{
    const struct CMUnitTest others[] = {
        cmocka_unit_test(every_unseen_character_has_a_fault), cmocka_unit_test(a_fault_has_its_place),
        cmocka_unit_test(a_message_is_one_plain_line),        cmocka_unit_test(an_error_can_be_told_again),
        cmocka_unit_test(a_text_is_found_by_its_number),
    };
    struct CMUnitTest tests[COUNT_OF(PLAIN)];

    for (size_t i = 0; i < COUNT_OF(PLAIN); i++)
        tests[i] = row_test(PLAIN[i].name, a_text_is_made_plain, &PLAIN[i]);
    return cmocka_run_group_tests_name("plain texts", tests, NULL, NULL) +
           cmocka_run_group_tests_name("texts", others, NULL, NULL);
}
