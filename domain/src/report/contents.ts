import type { ReportContents, ReportException, ReportHead, ReportRow } from "./report.ts";
import { type ReportImage, compareReportOrder, compareText, imageRows } from "./rows.ts";

type Totals = ReportContents["totals"];
type SkuTotal = Totals["bySku"][number];

/** A validated quantity is digits; anything else is not added up, rather than spoiling the sum. */
const pieces = (quantity: string): number => (/^\d+$/.test(quantity) ? Number(quantity) : 0);

/**
 * What a report says besides its rows, summed up photo by photo, so that a long one need never be in memory as a whole.
 * The photos come in the report's order (`byReportOrder`).
 */
export class ReportAccumulator {
  #rows = 0;
  #quantity = 0;
  #images = 0;
  readonly #bySku = new Map<string, SkuTotal>();
  readonly #noShelf: ReportException[] = [];

  /** The next photo. Answers its rows, which are the next ones of the report. */
  add(image: ReportImage): ReportRow[] {
    const rows = imageRows(image);
    this.#images += 1;
    for (const row of rows) {
      this.#count(row);
      if (row.shelfCode === "") this.#noShelf.push(noShelf(image.name, row.code));
    }
    return rows;
  }

  #count({ code, quantity }: ReportRow): void {
    const counted = pieces(quantity);
    const sku = this.#bySku.get(code) ?? { code, rows: 0, quantity: 0 };
    sku.rows += 1;
    sku.quantity += counted;
    this.#bySku.set(code, sku);
    this.#rows += 1;
    this.#quantity += counted;
  }

  /** How often each SKU is there, and how many pieces; by code, which stays text. */
  totals(): Totals {
    const bySku = [...this.#bySku.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1));
    return { rows: this.#rows, quantity: this.#quantity, images: this.#images, bySku };
  }

  /** Stickers without a shelf, in the order of the rows. */
  noShelf(): readonly ReportException[] {
    return this.#noShelf;
  }
}

const noShelf = (subject: string, code: string): ReportException => ({
  kind: "no-shelf",
  subject,
  detail: `Sticker ${code} is on no shelf`,
});

export type ReportFacts = {
  event: ReportContents["event"];
  version: number;
  generatedAt: string;
  generatedBy: ReportContents["generatedBy"];
  /** Names of areas without a photo and not voided; somebody completed the event knowing them (decision 8). */
  areasWithoutPhoto?: readonly string[];
  /** Names of the rejected images. */
  rejectedImages?: readonly string[];
};

/** Everything a report says but its rows (decisions 8 and 35). `sum`: of all its photos. */
export const reportHead = (facts: ReportFacts, sum: ReportAccumulator): ReportHead => ({
  event: facts.event,
  version: facts.version,
  generatedAt: facts.generatedAt,
  generatedBy: facts.generatedBy,
  totals: sum.totals(),
  exceptions: [...sum.noShelf(), ...otherExceptions(facts)],
});

function otherExceptions({ areasWithoutPhoto = [], rejectedImages = [] }: ReportFacts): ReportException[] {
  const noPhoto = areasWithoutPhoto.toSorted(compareText).map((area) => ({
    kind: "area-without-photo" as const,
    subject: area,
    detail: `Area ${area} has no photo`,
  }));
  const rejected = rejectedImages.toSorted(compareText).map((name) => ({
    kind: "image-rejected" as const,
    subject: name,
    detail: "This photo was rejected: nothing on it is counted",
  }));
  return [...noPhoto, ...rejected];
}

/** A whole report at once, of the approved images in any order. */
export function reportContents({ images, ...facts }: ReportFacts & { images: readonly ReportImage[] }): ReportContents {
  const sum = new ReportAccumulator();
  const rows = images.toSorted(compareReportOrder).flatMap((image) => sum.add(image));
  return { ...reportHead(facts, sum), rows };
}

export const reportTitle = (name: string, version: number): string => `Precount report – ${name} – v${version}`;
