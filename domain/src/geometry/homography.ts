import type { Point } from "./rect.ts";

/**
 * A projective mapping of the plane, such as between two photos of a flat surface: a row-major 3 × 3 matrix, up to a factor
 * (Hartley and Zisserman, "Multiple View Geometry", 2003, chapter 4).
 */
export type Homography = readonly [number, number, number, number, number, number, number, number, number];

export function mapPoint(h: Homography, { x, y }: Point): Point {
  const w = h[6] * x + h[7] * y + h[8];
  return { x: (h[0] * x + h[1] * y + h[2]) / w, y: (h[3] * x + h[4] * y + h[5]) / w };
}

/** The product of two matrices: applies `second`, then `first`. */
export function composeHomographies(first: Homography, second: Homography): Homography {
  const [a, b, c, d, e, f, g, h, i] = first;
  const [j, k, l, m, n, o, p, q, r] = second;
  return [
    a * j + b * m + c * p,
    a * k + b * n + c * q,
    a * l + b * o + c * r,
    d * j + e * m + f * p,
    d * k + e * n + f * q,
    d * l + e * o + f * r,
    g * j + h * m + i * p,
    g * k + h * n + i * q,
    g * l + h * o + i * r,
  ];
}

/** The inverse mapping. The adjugate is the inverse matrix up to a factor, which cancels. */
export function invertHomography([a, b, c, d, e, f, g, h, i]: Homography): Homography {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}

export const translationBy = (dx: number, dy: number): Homography => [1, 0, dx, 0, 1, dy, 0, 0, 1];
/** A scaling about the origin. */
export const scalingBy = (factor: number): Homography => [factor, 0, 0, 0, factor, 0, 0, 0, 1];
