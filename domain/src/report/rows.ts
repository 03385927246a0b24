import type { Result } from "../detection/result.ts";
import { assignShelves, shelfIndexes } from "../shelf/assign-shelves.ts";
import type { ReportContents, ReportException, ReportRow } from "./report.ts";

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
const byText = (a: string, b: string): number => Number(a === "") - Number(b === "") || collator.compare(a, b);
const byImage = (a: ReportImage, b: ReportImage): number =>
  byText(a.areaCode ?? "", b.areaCode ?? "") ||
  byText(a.bayCode ?? "", b.bayCode ?? "") ||
  byText(a.shelfCode ?? "", b.shelfCode ?? "") ||
  byText(a.name, b.name) ||
  byText(a.sid, b.sid);

const centre = ({ rect }: Result): { x: number; y: number } => ({
  x: rect.x + rect.width / 2,
  y: rect.y + rect.height / 2,
});

/**
 * The precount's rows (decisions 34 and 35): one a sticker, not summed, none discarded; ordered by area,
 * bay, shelf from the top, left to right. Two photos of one bay follow each other, they do not mingle.
 */
export const reportRows = (images: readonly ReportImage[]): ReportRow[] =>
  images.toSorted(byImage).flatMap((image) => rowsOf(image));

function rowsOf(image: ReportImage): ReportRow[] {
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

/** How often each SKU is there, and how many pieces; by code, which stays text. */
export function totalsBySku(rows: readonly ReportRow[]): ReportContents["totals"]["bySku"] {
  const totals = new Map<string, { code: string; rows: number; quantity: number }>();
  for (const { code, quantity } of rows) {
    const total = totals.get(code) ?? { code, rows: 0, quantity: 0 };
    total.rows += 1;
    total.quantity += pieces(quantity);
    totals.set(code, total);
  }
  return [...totals.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

/** A validated quantity is digits; anything else is not added up, rather than spoiling the sum. */
const pieces = (quantity: string): number => (/^\d+$/.test(quantity) ? Number(quantity) : 0);

export type ReportInput = {
  event: ReportContents["event"];
  version: number;
  generatedAt: string;
  generatedBy: ReportContents["generatedBy"];
  /** Approved ones. */
  images: readonly ReportImage[];
  /** Names of areas without a photo and not voided; somebody completed the event knowing them (decision 8). */
  areasWithoutPhoto?: readonly string[];
  /** Names of the rejected images. */
  rejectedImages?: readonly string[];
};

/** Everything a report says, made once (decisions 8 and 35). */
export function reportContents(input: ReportInput): ReportContents {
  const rows = reportRows(input.images);
  const bySku = totalsBySku(rows);
  return {
    event: input.event,
    version: input.version,
    generatedAt: input.generatedAt,
    generatedBy: input.generatedBy,
    totals: {
      rows: rows.length,
      quantity: bySku.reduce((sum, sku) => sum + sku.quantity, 0),
      images: input.images.length,
      bySku,
    },
    exceptions: exceptions(input),
    rows,
  };
}

function exceptions(input: ReportInput): ReportException[] {
  const noShelf = input.images.toSorted(byImage).flatMap((image) =>
    rowsOf(image)
      .filter((row) => row.shelfCode === "")
      .map((row) => ({
        kind: "no-shelf" as const,
        subject: image.name,
        detail: `Sticker ${row.code} is on no shelf`,
      })),
  );
  const noPhoto = [...(input.areasWithoutPhoto ?? [])].toSorted(byText).map((area) => ({
    kind: "area-without-photo" as const,
    subject: area,
    detail: `Area ${area} has no photo`,
  }));
  const rejected = [...(input.rejectedImages ?? [])].toSorted(byText).map((name) => ({
    kind: "image-rejected" as const,
    subject: name,
    detail: "This photo was rejected: nothing on it is counted",
  }));
  return [...noShelf, ...noPhoto, ...rejected];
}

export const reportTitle = (name: string, version: number): string => `Precount report – ${name} – v${version}`;
