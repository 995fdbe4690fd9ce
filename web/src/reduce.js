// SPDX-License-Identifier: GPL-3.0-or-later
// Makes answers smaller in the worker if they are too long for the page's own thread.

/** The reduction that answers of a kind need; undefined for none. */
export const reductionOf = (kind) => (kind === "matrix" ? "matrix" : undefined);

/**
 * A matrix as its ranking and a square of chances: p[i * n + j] in the ranking's order, NaN for a pair that did not meet.
 */
function matrix({ matches, ranking, ...rest }) {
  const place = new Map(ranking.map(({ id }, i) => [id, i]));
  const n = ranking.length,
    p = new Float64Array(n * n).fill(NaN),
    decided = new Float64Array(n * n).fill(NaN);
  for (const m of matches) {
    const at = place.get(m.a) * n + place.get(m.b);
    p[at] = m.p_a;
    decided[at] = m.p_a + m.p_b;
  }
  return { ...rest, ranking, p, decided };
}

export const reductions = { matrix };
