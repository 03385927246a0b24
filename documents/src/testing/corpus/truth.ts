import type { PagePlace } from "@precount/domain";

/** What a cell of a document truly holds, and where. Places in points of the upright page, from its top left. */
export interface TrueCell {
  page: number;
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  /** Its lines joined by spaces; empty cells have "". */
  text: string;
  /** Around its text; null where it has none. */
  textPlace: PagePlace | null;
  /** The whole cell, from edge to edge; null where only the text's place is known. */
  box: PagePlace | null;
}

export interface TrueTable {
  /** `ruled`: drawn lines or boxes enclose each cell; `unruled`: rows or columns show by the text's own places alone. */
  basis: "ruled" | "unruled";
  /** By row, then column. A table over several pages is one; a header repeated on a later page is no row of it. */
  cells: TrueCell[];
}

/** What a document says, for a reader to be measured against. */
export interface DocumentTruth {
  name: string;
  /** `scanned`: each page is a picture of what was drawn. */
  source: "text" | "scanned";
  tables: TrueTable[];
  /** Every line outside the tables in reading order; headers and footers of pages where they stand. */
  lines: string[];
}

export interface CorpusDocument {
  truth: DocumentTruth;
  pdf: Uint8Array;
}
