/** A label sheet as sold, or a plain page to cut. All lengths in mm, from the page's upper left corner. */
export interface AreaTagFormat {
  key: string;
  title: string;
  page: { widthMm: number; heightMm: number };
  columns: number;
  rows: number;
  tag: { widthMm: number; heightMm: number };
  /** Space before the first column and row; the space after the last ones is the same. */
  margin: { leftMm: number; topMm: number };
  /** Space between columns and between rows. */
  gap: { xMm: number; yMm: number };
  /** Padding inside each tag, because printers are off by about a millimeter, and manual cutting by more. */
  paddingMm: number;
}

const A4 = { widthMm: 210, heightMm: 297 };
const INCH = 25.4;
const LETTER = { widthMm: 8.5 * INCH, heightMm: 11 * INCH };
/** Shared by two-column US sheets: side margin 5/32", gap 3/16". */
const TWO_COLUMNS = { margin: { leftMm: (5 / 32) * INCH, topMm: INCH / 2 }, gap: { xMm: (3 / 16) * INCH, yMm: 0 } };

/** Sizes from the manufacturers' templates. */
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
    title: "A4, one per page",
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
  // Every key has a format; the fallback satisfies the type.
  AREA_TAG_FORMATS.find((format) => format.key === key) ?? AREA_TAG_FORMATS[0];

export const areaTagsPerPage = ({ columns, rows }: AreaTagFormat): number => columns * rows;

/** Upper left corners of the tags on a page, row by row, mm. */
export function areaTagPositions({ columns, rows, tag, margin, gap }: AreaTagFormat): { xMm: number; yMm: number }[] {
  return Array.from({ length: columns * rows }, (_, i) => ({
    xMm: margin.leftMm + (i % columns) * (tag.widthMm + gap.xMm),
    yMm: margin.topMm + Math.floor(i / columns) * (tag.heightMm + gap.yMm),
  }));
}
