# SPDX-License-Identifier: GPL-3.0-or-later
# One figure of two answers: a curve, from tidy CSV, and a duel turn by turn, from JSON.
#
#     salvo curve mad.direct-fire weapon=cannon-b --over range --format csv -o curve.csv
#     salvo duel "Tiger I" "Sherman Firefly" -r mad --range 750 --format json -o duel.json
#     Rscript figure.R curve.csv duel.json figure.pdf
#
# Needs ggplot2 and jsonlite (Debian: r-cran-ggplot2, r-cran-jsonlite).
library(ggplot2)
library(jsonlite)

arguments <- commandArgs(trailingOnly = TRUE)
if (length(arguments) != 3) stop("usage: figure.R CURVE.csv DUEL.json FIGURE", call. = FALSE)

# Tidy rows are what ggplot2 draws as they are.
tidy <- read.csv(arguments[1])
curve <- subset(tidy, quantity == "probability" & method == "exact")
curve <- data.frame(panel = "one attack, by range", x = curve$range, p = curve$value, what = curve$name)

# The chances of having won by the end of each turn.
duel <- fromJSON(arguments[2])
turns <- duel$by_turn
won <- data.frame(
  panel = sprintf("%s against %s, won by turn", duel$a, duel$b),
  x = rep(turns$turn, 2),
  p = c(cumsum(turns$p_a), cumsum(turns$p_b)),
  what = rep(c(duel$a, duel$b), each = nrow(turns))
)

figure <- ggplot(rbind(curve, won), aes(x, p, colour = what)) +
  # A bracket's chances hold up to its end.
  geom_step(data = curve, direction = "vh") +
  geom_line(data = won) +
  facet_wrap(~panel, scales = "free_x") +
  scale_y_continuous("probability", limits = c(0, 1)) +
  labs(x = NULL, colour = NULL)
ggsave(arguments[3], figure, width = 10, height = 4)

cat(sprintf("ranges %d, sum %.4f, turns %d, won %.4f\n", length(unique(curve$x)), sum(curve$p), nrow(turns),
            sum(turns$p_a) + sum(turns$p_b)))
