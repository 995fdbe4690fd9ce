#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One figure of two answers: a curve, from tidy CSV, and a duel turn by turn, from JSON.

    salvo curve mad.direct-fire weapon=cannon-b --over range --format csv -o curve.csv
    salvo duel "Tiger I" "Sherman Firefly" -r mad --range 750 --format json -o duel.json
    python3 figure.py curve.csv duel.json figure.png

Needs pandas and matplotlib (Debian: python3-pandas, python3-matplotlib).
"""
import json
import sys

import matplotlib

matplotlib.use("Agg")  # into a file: no window is needed
import matplotlib.pyplot as plt
import pandas as pd


def read_curve(path):
    """A column for each outcome, a row for each range."""
    tidy = pd.read_csv(path)
    chances = tidy[(tidy["quantity"] == "probability") & (tidy["method"] == "exact")]
    # What cannot come at a range has no row there.
    return chances.pivot(index="range", columns="name", values="value").fillna(0)


def read_duel(path):
    """The duel, and the chances of having won by the end of each turn."""
    with open(path, encoding="utf-8") as file:
        duel = json.load(file)
    turns = pd.DataFrame(duel["by_turn"]).set_index("turn")
    return duel, turns[["p_a", "p_b"]].cumsum()


def draw(curve, duel, won, path):
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    # A bracket's chances hold up to its end.
    for outcome in curve:
        left.step(curve.index, curve[outcome], where="pre", label=outcome)
    left.set(title="One attack", xlabel="range", ylabel="probability", ylim=(0, 1))
    left.legend()
    right.plot(won.index, won["p_a"], label=duel["a"])
    right.plot(won.index, won["p_b"], label=duel["b"], linestyle="--")
    right.set(title=f"{duel['a']} against {duel['b']}", xlabel="turn", ylabel="has won by then", ylim=(0, 1))
    right.legend()
    figure.savefig(path)


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: figure.py CURVE.csv DUEL.json FIGURE")
    curve = read_curve(sys.argv[1])
    duel, won = read_duel(sys.argv[2])
    draw(curve, duel, won, sys.argv[3])
    print(f"ranges {len(curve)}, sum {curve.to_numpy().sum():.4f}, turns {len(won)}, won {won.iloc[-1].sum():.4f}")


main()
