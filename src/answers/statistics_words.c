/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "answers/statistics_words.h"

#include <math.h>

void add_scores_explained(page *p)
{
    page_paragraph(p, "The scores judge a forecast that knows only the prices. Predicted right is how often the "
                      "army that costs more wins; a battle that nobody wins counts half. A coin is right in 0.5 of "
                      "the battles; more is better. Log loss is a penalty for each wrong forecast, and is higher "
                      "if the forecast was more certain: 0 is always right and certain, a coin gets 0.6931; less "
                      "is better.");
}

void add_logistic_explained(page *p, double steepness, const char *armies)
{
    page_paragraph(p,
                   "The logistic curve turns a ratio of costs into a chance: at equal costs each side wins half of "
                   "the battles, and here%s with a tenth more points %.0f %% and with twice the points %.0f %%.",
                   armies, 100 / (1 + exp(-steepness * log(1.1))), 100 / (1 + exp(-steepness * log(2))));
}

void add_squares_explained(page *p)
{
    page_paragraph(
        p, "Squares are the squared distances of the pairs' scores from an even score, added up. If 100 %% were "
           "explained, one price for each unit would predict every result. The rest is like rock, paper, scissors: "
           "no price can be right for all.");
}
