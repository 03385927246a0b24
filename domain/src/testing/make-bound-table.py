"""Writes bound-table.ts: bounds of wrong rows computed with SciPy, by trying every possible number of wrong rows.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1
    venv/bin/python domain/src/testing/make-bound-table.py > domain/src/testing/bound-table.ts

`bound` follows the definition in Waudby-Smith and Ramdas (2020), theorem 2.1, with the marginal by numerical integration.
`exact` is the one-sided Clopper-Pearson bound of a finite population, for samples of one stratum.
"""

import itertools
import json

import numpy as np
from scipy.integrate import quad
from scipy.stats import beta, binom, hypergeom

A, B = 0.5, 150
CONFIDENCE = 0.95

CASES = [
    [(50, 20, 0)],
    [(50, 50, 2)],
    [(200, 60, 1)],
    [(2000, 300, 0)],
    [(2000, 300, 3)],
    [(10000, 312, 0)],
    [(10000, 1000, 12)],
    [(50000, 500, 5)],
    [(30, 10, 0), (40, 5, 0)],
    [(30, 10, 1), (40, 5, 0)],
    [(60, 12, 0), (80, 20, 2)],
    [(12, 12, 1), (60, 10, 0)],
    [(20, 3, 0), (25, 4, 1), (30, 10, 0)],
    [(25, 0, 0), (40, 20, 0)],
]


def bound(strata):
    def weight(rate):
        return beta.pdf(rate, A, B) * np.prod([binom.pmf(k, n, rate) for _, n, k in strata])

    marginal = quad(weight, 0, 0.05, epsabs=0, epsrel=1e-10, limit=500)[0]
    marginal += quad(weight, 0.05, 1, epsabs=0, epsrel=1e-10, limit=500)[0]
    possible = [np.arange(k, size - (n - k) + 1) for size, n, k in strata]
    likelihoods = [hypergeom.pmf(k, size, wrong, n) for (size, n, k), wrong in zip(strata, possible)]
    largest = 0
    for at in itertools.product(*[range(len(wrong)) for wrong in possible]):
        likelihood = np.prod([values[i] for values, i in zip(likelihoods, at)])
        if marginal < likelihood / (1 - CONFIDENCE):
            largest = max(largest, int(sum(wrong[i] for wrong, i in zip(possible, at))))
    return largest


def exact(strata):
    if len(strata) > 1:
        return None
    size, n, k = strata[0]
    wrong = np.arange(k, size - (n - k) + 1)
    return int(wrong[hypergeom.cdf(k, size, wrong, n) > 1 - CONFIDENCE].max())


rows = [
    {
        "strata": [{"size": size, "checked": n, "wrong": k} for size, n, k in strata],
        "bound": bound(strata),
        "exact": exact(strata),
    }
    for strata in CASES
]
print("// Written by make-bound-table.py with SciPy 1.17.1.")
print(f"export const BOUND_TABLE = {json.dumps(rows)} satisfies readonly unknown[];")
