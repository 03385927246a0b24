import type { ReportContents, ReportException, ReportHead, ReportRow } from "./report.ts";
import { type ReportImage, type SourcedRow, compareReportOrder, compareText, sourcedRows } from "./rows.ts";

type Totals = ReportContents["totals"];
type SkuTotal = Totals["bySku"][number];

/** A validated quantity has digits only. Any other value counts as 0 instead of spoiling the sum. */
export const parseUnits = (quantity: string): number => (/^\d+$/.test(quantity) ? Number(quantity) : 0);

/**
 * Accumulates a report's totals and exceptions image by image, so that a long report never has to be in memory as a
 * whole. Images must come in the report's order (`compareReportOrder`).
 */
export class ReportAccumulator {
  #rows = 0;
  #quantity = 0;
  #images = 0;
  readonly #bySku = new Map<string, SkuTotal>();
  readonly #noShelf: ReportException[] = [];

  /** Adds the next image and returns its rows, which are the next rows of the report. */
  add(image: ReportImage): SourcedRow[] {
    const rows = sourcedRows(image);
    this.#images += 1;
    for (const { row } of rows) {
      this.#count(row);
      if (row.shelfCode === "") this.#noShelf.push(noShelf(image.name, row.code));
    }
    return rows;
  }

  #count({ code, quantity }: ReportRow): void {
    const unitCount = parseUnits(quantity);
    const sku = this.#bySku.get(code) ?? { code, rows: 0, quantity: 0 };
    sku.rows += 1;
    sku.quantity += unitCount;
    this.#bySku.set(code, sku);
    this.#rows += 1;
    this.#quantity += unitCount;
  }

  /** Number of stickers and units per SKU, ordered by code; codes are text. */
  totals(): Totals {
    const bySku = [...this.#bySku.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1));
    return { rows: this.#rows, quantity: this.#quantity, images: this.#images, bySku };
  }

  /** Exceptions for stickers without a shelf, in the order of the rows. */
  noShelf(): readonly ReportException[] {
    return this.#noShelf;
  }
}

const noShelf = (subject: string, code: string): ReportException => ({
  kind: "no-shelf",
  subject,
  detail: `Sticker ${code} has no shelf`,
});

export type ReportFacts = {
  event: ReportContents["event"];
  version: number;
  generatedAt: string;
  generatedBy: ReportContents["generatedBy"];
  /** Names of areas without a photo that are not voided; the user completed the event knowing them (PD-8). */
  areasWithoutPhoto?: readonly string[];
  /** Names of areas whose current photo was rejected, likewise. */
  areasPhotoRejected?: readonly string[];
  /** Names of counted images without an area (PD-69). Empty in an event without areas. */
  imagesWithoutArea?: readonly string[];
  /** Approved images that do not count: their area is voided (PD-33), or another photo of it counts (PD-67). */
  imagesNotCounted?: readonly { name: string; areaCode: string; isAreaVoided: boolean }[];
  /** Names of the rejected images. */
  rejectedImages?: readonly string[];
  /** Stickers that another image counts (PD-93). */
  stickersCountedOnce?: readonly StickerCountedOnce[];
};

/** A sticker of an image that is the same as one in another image, which counts it. */
export type StickerCountedOnce = {
  name: string;
  code: string;
  quantity: string;
  countedIn: { name: string; code: string; quantity: string };
};

/** Everything in a report except its rows (PD-8, PD-35), from the accumulator of all its images. */
export const reportHead = (facts: ReportFacts, accumulator: ReportAccumulator): ReportHead => ({
  event: facts.event,
  version: facts.version,
  generatedAt: facts.generatedAt,
  generatedBy: facts.generatedBy,
  totals: accumulator.totals(),
  exceptions: [...accumulator.noShelf(), ...otherExceptions(facts)],
});

function otherExceptions(facts: ReportFacts): ReportException[] {
  const {
    areasWithoutPhoto = [],
    areasPhotoRejected = [],
    imagesWithoutArea = [],
    imagesNotCounted = [],
    rejectedImages = [],
    stickersCountedOnce = [],
  } = facts;
  const noPhoto = areasWithoutPhoto.toSorted(compareText).map((area) => ({
    kind: "area-without-photo" as const,
    subject: area,
    detail: `Area ${area} has no photo`,
  }));
  const photoRejected = areasPhotoRejected.toSorted(compareText).map((area) => ({
    kind: "area-photo-rejected" as const,
    subject: area,
    detail: `The photo of area ${area} was rejected: the area is not counted`,
  }));
  const noArea = imagesWithoutArea.toSorted(compareText).map((name) => ({
    kind: "image-without-area" as const,
    subject: name,
    detail: "This photo has no area: its stickers are counted without one",
  }));
  const notCounted = imagesNotCounted
    .toSorted((a, b) => compareText(a.areaCode, b.areaCode) || compareText(a.name, b.name))
    .map(({ name, areaCode, isAreaVoided }) => ({
      kind: "image-not-counted" as const,
      subject: name,
      detail: isAreaVoided
        ? `Area ${areaCode} is voided: the stickers of this photo are not counted`
        : `Another photo of area ${areaCode} counts: the stickers of this one are not counted`,
    }));
  const rejected = rejectedImages.toSorted(compareText).map((name) => ({
    kind: "image-rejected" as const,
    subject: name,
    detail: "This photo was rejected: its stickers are not counted",
  }));
  const countedOnce = stickersCountedOnce
    .toSorted((a, b) => compareText(a.name, b.name) || compareText(a.code, b.code))
    .map((sticker) => ({
      kind: "sticker-counted-once" as const,
      subject: sticker.name,
      detail: describeCountedOnce(sticker),
    }));
  return [...noPhoto, ...photoRejected, ...noArea, ...notCounted, ...rejected, ...countedOnce];
}

/** Names both readings if they differ: one of them is wrong, or a person changed it after the decision. */
function describeCountedOnce({ code, quantity, countedIn }: StickerCountedOnce): string {
  const isEqual = code === countedIn.code && quantity === countedIn.quantity;
  const counted = isEqual ? "counted there" : `counted there as ${countedIn.code}, quantity ${countedIn.quantity}`;
  return `Sticker ${code}, quantity ${quantity}, is also in ${countedIn.name}: it is ${counted}`;
}

/** Builds a complete report from the approved images, in any order. */
export function reportContents({ images, ...facts }: ReportFacts & { images: readonly ReportImage[] }): ReportContents {
  const accumulator = new ReportAccumulator();
  const rows = images
    .toSorted(compareReportOrder)
    .flatMap((image) => accumulator.add(image))
    .map(({ row }) => row);
  return { ...reportHead(facts, accumulator), rows };
}

export const reportTitle = (name: string, version: number): string => `Precount report – ${name} – v${version}`;
