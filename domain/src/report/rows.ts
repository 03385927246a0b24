import type { Result } from "../detection/result.ts";
import { assignShelves, shelfIndexes } from "../shelf/assign-shelves.ts";
import { type RowSource, valueOrigin } from "./row-source.ts";
import type { ReportRow } from "./report.ts";

/** An approved image with the results of its `reportDetection`. */
export type ReportImage = {
  sid: string;
  name: string;
  areaCode: string | null;
  bayCode: string | null;
  shelfCode: string | null;
  results: readonly Result[];
  /** Indexes of results that another image counts, because both show the same sticker (PD-93). */
  linked?: ReadonlySet<number>;
};

/** Natural order: 2 before 10, empty text last. */
const collator = new Intl.Collator("en", { numeric: true });
export const compareText = (a: string, b: string): number =>
  Number(a === "") - Number(b === "") || collator.compare(a, b);
/** Compares images by the report's order. Results are not needed. */
export const compareReportOrder = (
  a: Omit<ReportImage, "results" | "linked">,
  b: Omit<ReportImage, "results" | "linked">,
): number =>
  compareText(a.areaCode ?? "", b.areaCode ?? "") ||
  compareText(a.bayCode ?? "", b.bayCode ?? "") ||
  compareText(a.shelfCode ?? "", b.shelfCode ?? "") ||
  compareText(a.name, b.name) ||
  compareText(a.sid, b.sid);

const center = ({ rect }: Result): { x: number; y: number } => ({
  x: rect.x + rect.width / 2,
  y: rect.y + rect.height / 2,
});

/**
 * Rows of the report (PD-34, PD-35): one per sticker, not summed, without discarded ones; ordered by area, bay, shelf
 * from the top, left to right. Two photos of one bay follow each other and are not interleaved.
 */
export const reportRows = (images: readonly ReportImage[]): ReportRow[] =>
  images.toSorted(compareReportOrder).flatMap(imageRows);

/** The rows of one image. */
export const imageRows = (image: ReportImage): ReportRow[] => sourcedRows(image).map(({ row }) => row);

/** A row of a report with the sticker that it comes from. */
export type SourcedRow = { row: ReportRow; source: RowSource };

/** The rows of one image with their sources, in the order of the report. */
export function sourcedRows(image: ReportImage): SourcedRow[] {
  const { results } = image;
  const codes = assignShelves(results, image.shelfCode);
  const shelves = shelfIndexes(results);
  const stickers = results.flatMap((result, i) => {
    if (result.label !== "sticker" || result.discarded || image.linked?.has(i)) return [];
    const shelf = results[shelves[i] ?? -1];
    const position = center(result);
    // Without a shelf on the photo all stickers are sorted from left to right.
    return [
      {
        result,
        index: i,
        x: position.x,
        y: position.y,
        shelfY: shelf === undefined ? 0 : center(shelf).y,
        code: codes[i] ?? "",
      },
    ];
  });
  return stickers
    .toSorted((a, b) => a.shelfY - b.shelfY || a.x - b.x || a.y - b.y)
    .map(({ result, index, code }) => ({
      row: {
        areaCode: image.areaCode ?? "",
        bayCode: image.bayCode ?? "",
        shelfCode: code,
        code: result.code.value,
        quantity: result.quantity?.value ?? "",
      },
      source: { imageSid: image.sid, index, rect: result.rect, origin: valueOrigin(result) },
    }));
}
