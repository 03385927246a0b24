/** A sheet of labels as its maker sells it, or a page to be cut. All lengths in mm, from the page's upper left corner. */
export interface AreaTagFormat {
  key: string;
  title: string;
  page: { widthMm: number; heightMm: number };
  columns: number;
  rows: number;
  tag: { widthMm: number; heightMm: number };
  /** Outside the first column and the first row; the last ones have the same. */
  margin: { leftMm: number; topMm: number };
  /** Between columns, and between rows. */
  gap: { xMm: number; yMm: number };
  /** Kept free inside each label: printers are off by a millimetre, and cutters by more. */
  paddingMm: number;
}

const A4 = { widthMm: 210, heightMm: 297 };
const INCH = 25.4;
const LETTER = { widthMm: 8.5 * INCH, heightMm: 11 * INCH };
/** What two-column US labels share: 5/32" at the sides, 3/16" between. */
const TWO_COLUMNS = { margin: { leftMm: (5 / 32) * INCH, topMm: INCH / 2 }, gap: { xMm: (3 / 16) * INCH, yMm: 0 } };

/** Sizes as the makers print them on their templates. */
export const AREA_TAG_FORMATS = [
  {
    key: "l7160",
    title: "A4, Avery L7160 – 21 labels, 63.5 × 38.1 mm",
    page: A4,
    columns: 3,
    rows: 7,
    tag: { widthMm: 63.5, heightMm: 38.1 },
    margin: { leftMm: 7.21, topMm: 15.15 },
    gap: { xMm: 2.54, yMm: 0 },
    paddingMm: 2.5,
  },
  {
    key: "l7163",
    title: "A4, Avery L7163 – 14 labels, 99.1 × 38.1 mm",
    page: A4,
    columns: 2,
    rows: 7,
    tag: { widthMm: 99.1, heightMm: 38.1 },
    margin: { leftMm: 4.65, topMm: 15.15 },
    gap: { xMm: 2.5, yMm: 0 },
    paddingMm: 2.5,
  },
  {
    key: "l7165",
    title: "A4, Avery L7165 – 8 labels, 99.1 × 67.7 mm",
    page: A4,
    columns: 2,
    rows: 4,
    tag: { widthMm: 99.1, heightMm: 67.7 },
    margin: { leftMm: 4.65, topMm: 13.1 },
    gap: { xMm: 2.5, yMm: 0 },
    paddingMm: 4,
  },
  {
    key: "5160",
    title: "US Letter, Avery 5160 – 30 labels, 2⅝ × 1 in",
    page: LETTER,
    columns: 3,
    rows: 10,
    tag: { widthMm: 2.625 * INCH, heightMm: INCH },
    margin: { leftMm: (3 / 16) * INCH, topMm: INCH / 2 },
    gap: { xMm: INCH / 8, yMm: 0 },
    paddingMm: 2,
  },
  {
    key: "5163",
    title: "US Letter, Avery 5163 – 10 labels, 4 × 2 in",
    page: LETTER,
    columns: 2,
    rows: 5,
    tag: { widthMm: 4 * INCH, heightMm: 2 * INCH },
    ...TWO_COLUMNS,
    paddingMm: 3,
  },
  {
    key: "5164",
    title: "US Letter, Avery 5164 – 6 labels, 4 × 3⅓ in",
    page: LETTER,
    columns: 2,
    rows: 3,
    tag: { widthMm: 4 * INCH, heightMm: (10 / 3) * INCH },
    ...TWO_COLUMNS,
    paddingMm: 4,
  },
  {
    key: "a4",
    title: "A4, one a page",
    page: A4,
    columns: 1,
    rows: 1,
    tag: A4,
    margin: { leftMm: 0, topMm: 0 },
    gap: { xMm: 0, yMm: 0 },
    paddingMm: 15,
  },
  {
    key: "a5",
    title: "A5, two on an A4 page, to be cut",
    page: A4,
    columns: 1,
    rows: 2,
    tag: { widthMm: A4.widthMm, heightMm: A4.heightMm / 2 },
    margin: { leftMm: 0, topMm: 0 },
    gap: { xMm: 0, yMm: 0 },
    paddingMm: 12,
  },
] as const satisfies readonly AreaTagFormat[];

export type AreaTagFormatKey = (typeof AREA_TAG_FORMATS)[number]["key"];
export const DEFAULT_AREA_TAG_FORMAT: AreaTagFormatKey = "l7160";

export const areaTagFormat = (key: AreaTagFormatKey): AreaTagFormat =>
  // Every key is of a format.
  AREA_TAG_FORMATS.find((format) => format.key === key) ?? AREA_TAG_FORMATS[0];

export const areaTagsPerPage = ({ columns, rows }: AreaTagFormat): number => columns * rows;

/** Where the labels of a page lie, row by row: their upper left corners, mm. */
export function areaTagPositions({ columns, rows, tag, margin, gap }: AreaTagFormat): { xMm: number; yMm: number }[] {
  return Array.from({ length: columns * rows }, (_, i) => ({
    xMm: margin.leftMm + (i % columns) * (tag.widthMm + gap.xMm),
    yMm: margin.topMm + Math.floor(i / columns) * (tag.heightMm + gap.yMm),
  }));
}
