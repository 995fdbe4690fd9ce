/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The record cards of the units that a filter names: cards DATA FILTER     (cards data/mad "*sherman*") */
#include <salvo/salvo.h>

#include <stdbool.h>
#include <stdio.h>

static int complain(const salvo_error *err)
{
    fprintf(stderr, "cards: %s\n", err->text);
    return 1;
}

static void print(const salvo_card *card)
{
    printf("%s (%s)\n", card->name, card->id);
    for (size_t i = 0; i < card->n_facts; i++)
        printf("%-22s %s\n", card->facts[i].label, card->facts[i].value);
}

/* All cards are in `memory`, until whoever made it frees it. */
static bool print_selected(const salvo_rulebook *book, const char *filter, salvo_arena *memory, salvo_error *err)
{
    salvo_unit_set units;
    salvo_selection selected;
    salvo_card card;

    if (salvo_unit_set_units(&units, book, err) != SALVO_OK ||
        salvo_unit_set_select(&units, filter, memory, &selected, err) != SALVO_OK)
        return false;
    for (size_t i = 0; i < selected.n; i++) {
        if (salvo_unit_card(book, selected.rows[i], memory, &card, err) != SALVO_OK)
            return false;
        print(&card);
    }
    return true;
}

int main(int argc, char **argv)
{
    salvo_rulebook book;
    salvo_arena *memory;
    salvo_error err;
    bool printed;

    if (argc != 3)
        return fprintf(stderr, "usage: cards DATA FILTER\n"), 2;
    if (salvo_rulebook_find(&book, "mad", argv[1], NULL, 0, &err) != SALVO_OK)
        return complain(&err);
    memory = salvo_arena_new();
    if (!memory)
        return complain(&(salvo_error){.text = "memory is out"});
    printed = print_selected(&book, argv[2], memory, &err);
    salvo_arena_free(memory);
    salvo_rulebook_close(&book);
    return printed ? 0 : complain(&err);
}
