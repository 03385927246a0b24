import type { PagePlace } from "@precount/domain";

/** A true cell. Places are in points from the top left of the upright page. */
export interface TrueCell {
  page: number;
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  /** The text, with lines joined by spaces; "" for an empty cell. */
  text: string;
  /** The place of its text; null without text. */
  textPlace: PagePlace | null;
  /** The place of the whole cell; null when only the text's place is known. */
  box: PagePlace | null;
}

export interface TrueTable {
  /** `ruled`: drawn lines or boxes enclose each cell; `unruled`: rows or columns are only visible from the text. */
  basis: "ruled" | "unruled";
  /** The cells by row, then column. A table over several pages is one table; repeated headers are not rows. */
  cells: TrueCell[];
}

/** The true contents of a document. */
export interface DocumentTruth {
  name: string;
  /** `scanned`: each page is an image. */
  source: "text" | "scanned";
  tables: TrueTable[];
  /** All lines outside tables in reading order, including page headers and footers. */
  lines: string[];
}

export interface CorpusDocument {
  truth: DocumentTruth;
  pdf: Uint8Array;
}
