/** An affine mapping as in PDF: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export interface Matrix {
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
  f: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Maps a point. */
export const transform = ({ a, b, c, d, e, f }: Matrix, { x, y }: Point): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});

/** The mapping that applies `first`, then `second`. */
export const compose = (first: Matrix, second: Matrix): Matrix => ({
  a: first.a * second.a + first.b * second.c,
  b: first.a * second.b + first.b * second.d,
  c: first.c * second.a + first.d * second.c,
  d: first.c * second.b + first.d * second.d,
  e: first.e * second.a + first.f * second.c + second.e,
  f: first.e * second.b + first.f * second.d + second.f,
});
