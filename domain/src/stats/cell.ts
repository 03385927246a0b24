/**
 * What stands in one place of a table that leaves the house: text stays text, leading zeros and all (decision 28), a
 * number is one that may be added up, null is nothing.
 */
export type Cell = string | number | null;
