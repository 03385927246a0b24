import { expect, test } from "vitest";
import { MOMENT_FIGURES, countImages, momentFigure } from "./moment.ts";

test("PD-157 the figures of a moment, and no percentage before the first sticker", () => {
  const figures = { images: { uploaded: 1, approved: 3 }, areas: 2, stickers: 40, validStickers: 30, units: 512 };
  const values = (of: typeof figures) => MOMENT_FIGURES.map((figure) => [figure, momentFigure(of, figure)]);
  expect(Object.fromEntries(values(figures))).toEqual({
    all: 4,
    uploaded: 1,
    processed: 0,
    pending: 0,
    approved: 3,
    rejected: 0,
    areas: 2,
    stickers: 40,
    validPercent: 75,
    units: 512,
  });
  expect(momentFigure({ ...figures, stickers: 0, validStickers: 0 }, "validPercent")).toBeNull();
});

test("PD-157 the figures of images: each status and area once, and the stickers of all", () => {
  const image = { status: "approved", areaCode: "12", stickers: 3, validStickers: 2 } as const;
  const images = [image, { ...image, areaCode: null }, { ...image, status: "rejected" as const }];
  expect(countImages(images)).toEqual({
    images: { approved: 2, rejected: 1 },
    areas: 1,
    stickers: 9,
    validStickers: 6,
  });
  expect(countImages([])).toEqual({ images: {}, areas: 0, stickers: 0, validStickers: 0 });
});
