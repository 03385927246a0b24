// Written by make-bound-table.py with SciPy 1.17.1.
export const BOUND_TABLE = [
  { strata: [{ size: 50, checked: 20, wrong: 0 }], bound: 5, exact: 5 },
  { strata: [{ size: 50, checked: 50, wrong: 2 }], bound: 2, exact: 2 },
  { strata: [{ size: 200, checked: 60, wrong: 1 }], bound: 19, exact: 13 },
  { strata: [{ size: 2000, checked: 300, wrong: 0 }], bound: 21, exact: 18 },
  { strata: [{ size: 2000, checked: 300, wrong: 3 }], bound: 71, exact: 48 },
  { strata: [{ size: 10000, checked: 312, wrong: 0 }], bound: 111, exact: 94 },
  { strata: [{ size: 10000, checked: 1000, wrong: 12 }], bound: 262, exact: 189 },
  { strata: [{ size: 50000, checked: 500, wrong: 5 }], bound: 1509, exact: 1042 },
  {
    strata: [
      { size: 30, checked: 10, wrong: 0 },
      { size: 40, checked: 5, wrong: 0 },
    ],
    bound: 17,
    exact: null,
  },
  {
    strata: [
      { size: 30, checked: 10, wrong: 1 },
      { size: 40, checked: 5, wrong: 0 },
    ],
    bound: 30,
    exact: null,
  },
  {
    strata: [
      { size: 60, checked: 12, wrong: 0 },
      { size: 80, checked: 20, wrong: 2 },
    ],
    bound: 40,
    exact: null,
  },
  {
    strata: [
      { size: 12, checked: 12, wrong: 1 },
      { size: 60, checked: 10, wrong: 0 },
    ],
    bound: 27,
    exact: null,
  },
  {
    strata: [
      { size: 20, checked: 3, wrong: 0 },
      { size: 25, checked: 4, wrong: 1 },
      { size: 30, checked: 10, wrong: 0 },
    ],
    bound: 33,
    exact: null,
  },
  {
    strata: [
      { size: 25, checked: 0, wrong: 0 },
      { size: 40, checked: 20, wrong: 0 },
    ],
    bound: 29,
    exact: null,
  },
] satisfies readonly unknown[];
