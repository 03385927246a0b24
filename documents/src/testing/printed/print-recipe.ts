import type { PrintTable } from "./table-contents.ts";

/** The lines and shades of a table. Each name is a layout that occurs in reports of public bodies and companies. */
export type TableLook =
  | "grid"
  /** Header cells are shaded one by one with white gaps; the body has lines between rows only. */
  | "cell-header"
  /** The same, without lines in the body. */
  | "cell-header-bare"
  | "dark-header"
  /** One vertical line after the first column, and lines above, below and after the header. */
  | "one-upright"
  /** Vertical lines after every second column only. */
  | "pair-uprights"
  /** All vertical lines, and horizontal ones after groups of rows only. */
  | "group-boxes"
  | "uprights"
  | "rows"
  | "zebra"
  | "book"
  | "frame"
  | "none"
  /** Header cells are underlined one by one. */
  | "underlined-header";

export type Part =
  | { kind: "title" | "heading" | "paragraph" | "caption" | "note"; text: string }
  | { kind: "list"; marker: "disc" | "symbol" | "dash" | "number"; items: string[] }
  | { kind: "columns"; texts: string[] }
  | { kind: "rule" }
  | { kind: "contents"; entries: [string, number][] }
  | { kind: "chart"; ticks: number[]; bars: number[]; labels: string[] }
  | { kind: "map"; labels: string[] }
  | { kind: "flow"; steps: string[] }
  | { kind: "table"; table: PrintTable; look: TableLook; isWide: boolean; lines?: number };

export type Printer = "chromium" | "latex" | "writer" | "groff" | "typewriter";

export interface PrintRecipe {
  name: string;
  half: "dev" | "heldOut";
  printer: Printer;
  /** Points. */
  fontSize: number;
  font: "serif" | "sans" | "mono";
  landscape?: boolean;
  parts: Part[];
}
