import type { Result } from "../detection/result.ts";
import { assignShelves, shelfIndexes } from "../shelf/assign-shelves.ts";
import type { ReportRow } from "./report.ts";

/** An approved image with the results of the detection that stands for it (`reportDetection`). */
export type ReportImage = {
  sid: string;
  name: string;
  areaCode: string | null;
  bayCode: string | null;
  shelfCode: string | null;
  results: readonly Result[];
};

/** Text with numbers in it as people order it: 2 before 10, nothing last. */
const collator = new Intl.Collator("en", { numeric: true });
export const compareText = (a: string, b: string): number =>
  Number(a === "") - Number(b === "") || collator.compare(a, b);
/** Photos as a report has them one after the other. Nothing of what is on them matters. */
export const compareReportOrder = (a: Omit<ReportImage, "results">, b: Omit<ReportImage, "results">): number =>
  compareText(a.areaCode ?? "", b.areaCode ?? "") ||
  compareText(a.bayCode ?? "", b.bayCode ?? "") ||
  compareText(a.shelfCode ?? "", b.shelfCode ?? "") ||
  compareText(a.name, b.name) ||
  compareText(a.sid, b.sid);

const centre = ({ rect }: Result): { x: number; y: number } => ({
  x: rect.x + rect.width / 2,
  y: rect.y + rect.height / 2,
});

/**
 * The precount's rows (decisions 34 and 35): one a sticker, not summed, none discarded; ordered by area,
 * bay, shelf from the top, left to right. Two photos of one bay follow each other, they do not mingle.
 */
export const reportRows = (images: readonly ReportImage[]): ReportRow[] =>
  images.toSorted(compareReportOrder).flatMap(imageRows);

/** Those of one photo. */
export function imageRows(image: ReportImage): ReportRow[] {
  const { results } = image;
  const codes = assignShelves(results, image.shelfCode);
  const shelves = shelfIndexes(results);
  const stickers = results.flatMap((result, i) => {
    if (result.label !== "sticker" || result.discarded) return [];
    const shelf = results[shelves[i] ?? -1];
    const place = centre(result);
    // Without any shelf on the photo all stand on the same, and left to right is all there is.
    return [
      { result, x: place.x, y: place.y, shelfY: shelf === undefined ? 0 : centre(shelf).y, code: codes[i] ?? "" },
    ];
  });
  return stickers
    .toSorted((a, b) => a.shelfY - b.shelfY || a.x - b.x || a.y - b.y)
    .map(({ result, code }) => ({
      areaCode: image.areaCode ?? "",
      bayCode: image.bayCode ?? "",
      shelfCode: code,
      code: result.code.value,
      quantity: result.quantity?.value ?? "",
    }));
}
