/** x' = a·x + c·y + e, y' = b·x + d·y + f: as PDF writes it. */
export interface Matrix {
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
  f: number;
}
