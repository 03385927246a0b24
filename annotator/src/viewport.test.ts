import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  MAX_SCALE,
  centerOn,
  fit,
  fitScale,
  isInView,
  oneToOne,
  panBy,
  pinch,
  toPhoto,
  toView,
  zoomAt,
} from "./viewport.ts";

const photo = { width: 4000, height: 3000 };
const view = { width: 1000, height: 800 };
const number = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });
const size = fc.record({ width: fc.integer({ min: 50, max: 12_000 }), height: fc.integer({ min: 50, max: 12_000 }) });
// Whole pixels: random doubles would nearly all lie next to 0 or to the window's edge, outside the photo.
const point = fc.record({ x: fc.integer({ min: 8, max: 992 }), y: fc.integer({ min: 31, max: 769 }) });

describe("fit", () => {
  it("shows the whole photo in the middle of the window", () => {
    fc.assert(
      fc.property(size, size, (aPhoto, aView) => {
        const viewport = fit(aPhoto, aView);
        const from = toView(viewport, { x: 0, y: 0 });
        const to = toView(viewport, { x: aPhoto.width, y: aPhoto.height });
        expect(from.x).toBeCloseTo(aView.width - to.x, 3);
        expect(from.y).toBeCloseTo(aView.height - to.y, 3);
        expect(Math.min(from.x, from.y)).toBeGreaterThanOrEqual(-0.001);
      }),
    );
  });

  it("returns a positive scale for a window that is not laid out yet", () => {
    expect(fit(photo, { width: 0, height: 0 }).scale).toBeGreaterThan(0);
  });
});

describe("zoomAt", () => {
  it("keeps the photo point under the cursor in place", () => {
    fc.assert(
      fc.property(point, number(1, 4), (at, factor) => {
        const before = fit(photo, view);
        // Outside the photo, keeping the photo in view takes precedence.
        const under = toPhoto(before, at);
        fc.pre(under.x >= 0 && under.x <= photo.width && under.y >= 0 && under.y <= photo.height);
        const after = toPhoto(zoomAt(before, at, factor, photo, view), at);
        expect(after.x).toBeCloseTo(under.x, 3);
        expect(after.y).toBeCloseTo(under.y, 3);
      }),
    );
  });

  it("limits the scale to between half the fitted scale and 8", () => {
    const start = fit(photo, view);
    const middle = { x: 500, y: 400 };
    expect(zoomAt(start, middle, 1e6, photo, view).scale).toBe(MAX_SCALE);
    expect(zoomAt(start, middle, 1e-6, photo, view).scale).toBeCloseTo(fitScale(photo, view) / 2, 9);
  });
});

describe("panBy", () => {
  it("always keeps part of the photo visible", () => {
    fc.assert(
      fc.property(number(-1e6, 1e6), number(-1e6, 1e6), (dx, dy) => {
        const viewport = panBy(fit(photo, view), dx, dy, photo, view);
        const from = toView(viewport, { x: 0, y: 0 });
        const to = toView(viewport, { x: photo.width, y: photo.height });
        expect(to.x).toBeGreaterThan(0);
        expect(to.y).toBeGreaterThan(0);
        expect(from.x).toBeLessThan(view.width);
        expect(from.y).toBeLessThan(view.height);
      }),
    );
  });
});

describe("pinch", () => {
  it("keeps the photo points under the fingers, and the opposite pinch restores the viewport", () => {
    fc.assert(
      fc.property(point, point, number(0.8, 1.5), number(-60, 60), (a, b, factor, by) => {
        fc.pre(Math.hypot(a.x - b.x, a.y - b.y) > 50);
        const before = zoomAt(fit(photo, view), { x: 500, y: 400 }, 4, photo, view);
        const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
        const moveFinger = (at: typeof a) => ({
          x: middle.x + (at.x - middle.x) * factor + by,
          y: middle.y + (at.y - middle.y) * factor + by,
        });
        const after = pinch(before, [a, b], [moveFinger(a), moveFinger(b)], photo, view);
        for (const finger of [a, b]) {
          const [expected, actual] = [toPhoto(before, finger), toPhoto(after, moveFinger(finger))];
          expect(actual.x).toBeCloseTo(expected.x, 3);
          expect(actual.y).toBeCloseTo(expected.y, 3);
        }
        const back = pinch(after, [moveFinger(a), moveFinger(b)], [a, b], photo, view);
        expect(back.scale).toBeCloseTo(before.scale, 6);
        expect(back.x).toBeCloseTo(before.x, 3);
      }),
    );
  });
});

describe("oneToOne", () => {
  it("shows one photo pixel per CSS pixel and keeps the middle", () => {
    const before = fit(photo, view);
    const after = oneToOne(before, photo, view);
    expect(after.scale).toBe(1);
    const middle = toPhoto(after, { x: 500, y: 400 });
    expect(middle.x).toBeCloseTo(2000, 6);
    expect(middle.y).toBeCloseTo(1500, 6);
  });
});

describe("centerOn", () => {
  it("centers a sticker and zooms in but never out", () => {
    const rect = { x: 3000, y: 2000, width: 300, height: 150 };
    const before = fit(photo, view);
    const after = centerOn(before, rect, photo, view);
    const middle = toPhoto(after, { x: 500, y: 400 });
    expect(middle.x).toBeCloseTo(3150, 6);
    expect(middle.y).toBeCloseTo(2075, 6);
    expect(after.scale).toBeGreaterThan(before.scale);
    expect(isInView(after, rect, view)).toBe(true);
    expect(centerOn({ ...after, scale: 4 }, rect, photo, view).scale).toBe(4);
  });
});
