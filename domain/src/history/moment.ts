import { validPercent } from "../detection/derive.ts";
import { IMAGE_STATUSES, type ImageStatus } from "../image/image.ts";

/** The figures of an event at a moment of the past. */
export type MomentFigures = {
  /** Number of images by status; a status without images is missing. */
  images: Readonly<Partial<Record<ImageStatus, number>>>;
  /** Areas with at least one photo. */
  areas: number;
  stickers: number;
  validStickers: number;
  /** The sum of the quantities that a report would have had. */
  units: number;
};

/** The statuses that an image can have. Only an area can be `not_taken`. */
const STATUSES = IMAGE_STATUSES.filter((status) => status !== "not_taken");

export const MOMENT_FIGURES = ["all", ...STATUSES, "areas", "stickers", "validPercent", "units"] as const;
export type MomentFigure = (typeof MOMENT_FIGURES)[number];

/** One figure of a moment; null while there are no stickers whose share could be valid. */
export function momentFigure(figures: MomentFigures, figure: MomentFigure): number | null {
  const { images, stickers, validStickers } = figures;
  if (figure === "all") return Object.values(images).reduce((sum, count) => sum + count, 0);
  if (figure === "areas" || figure === "stickers" || figure === "units") return figures[figure];
  if (figure === "validPercent") return stickers === 0 ? null : validPercent({ stickers, validStickers });
  return images[figure] ?? 0;
}

/** The fields of an image at a moment from which the figures are computed. */
export type FiguredImage = { status: ImageStatus; areaCode: string | null; stickers: number; validStickers: number };

/** Computes the figures of a moment from the states of its images: all figures except the units. */
export function countImages(images: readonly FiguredImage[]): Omit<MomentFigures, "units"> {
  const sum = (of: (image: FiguredImage) => number): number => images.reduce((total, image) => total + of(image), 0);
  const byStatus = Map.groupBy(images, ({ status }) => status);
  return {
    images: Object.fromEntries([...byStatus].map(([status, { length }]) => [status, length])),
    areas: new Set(images.flatMap(({ areaCode }) => areaCode ?? [])).size,
    stickers: sum(({ stickers }) => stickers),
    validStickers: sum(({ validStickers }) => validStickers),
  };
}
