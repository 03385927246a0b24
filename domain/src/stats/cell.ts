/** A cell of an exported table. Text keeps its leading zeros (PD-28), numbers can be summed, null is an empty cell. */
export type Cell = string | number | null;
