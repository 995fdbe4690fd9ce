/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "answers/statistics_words.h"

#include <math.h>

void add_scores_explained(page *p)
{
    page_paragraph(p, "What the scores mean, of a forecast made from prices alone. Predicted right: how often the army "
                      "that costs more wins; a battle that nobody wins counts half. A coin is right in 0.5 of the "
                      "battles, more is better. Log loss is a fine for each wrong forecast, the higher the surer it "
                      "was: 0 would be always right and sure, a coin pays 0.6931, less is better.");
}

void add_logistic_explained(page *p, double steepness, const char *armies)
{
    page_paragraph(p,
                   "The logistic curve makes a chance of a ratio of costs: at equal costs either side wins half of the "
                   "battles, here%s with a tenth more points %.0f %% and with twice the points %.0f %%.",
                   armies, 100 / (1 + exp(-steepness * log(1.1))), 100 / (1 + exp(-steepness * log(2))));
}

void add_squares_explained(page *p)
{
    page_paragraph(
        p, "Squares: each pair's distance from an even score, squared and added up. 100 %% explained would mean "
           "that one price a unit tells every result; what is left is like rock, paper, scissors, where no "
           "price can be right for all.");
}
