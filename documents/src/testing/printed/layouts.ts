import type { Random } from "../random.ts";
import type { Part, TableLook } from "./print-recipe.ts";
import { caption, listItems, note, paragraph } from "./prose.ts";
import { type ContentOptions, tableContents } from "./table-contents.ts";

interface Draft {
  look: TableLook;
  options: ContentOptions;
  isWide?: boolean;
}

const table = (random: Random, { look, options, isWide = true }: Draft): Part => ({
  kind: "table",
  table: tableContents(random, options),
  look,
  isWide,
});

type Layout = (random: Random, look: TableLook, options: ContentOptions) => Part[];

/** Where a table is on its page. */
export const LAYOUTS = {
  plain: (random, look, options) => [
    { kind: "heading", text: "Results" },
    { kind: "paragraph", text: paragraph(random, 3) },
    table(random, { look, options }),
    { kind: "paragraph", text: paragraph(random, 2) },
  ],
  captioned: (random, look, options) => [
    { kind: "paragraph", text: paragraph(random, 2) },
    { kind: "caption", text: caption(random, 3) },
    table(random, { look, options }),
    { kind: "note", text: note(random) },
    { kind: "note", text: note(random) },
    { kind: "paragraph", text: paragraph(random, 3) },
  ],
  betweenRules: (random, look, options) => [
    { kind: "note", text: "Annual report 2011 of the regional office" },
    { kind: "rule" },
    { kind: "caption", text: caption(random, 1) },
    table(random, { look, options }),
    { kind: "note", text: note(random) },
    { kind: "rule" },
    { kind: "note", text: "Page 14" },
  ],
  stacked: (random, look, options) => [
    { kind: "caption", text: caption(random, 4) },
    table(random, { look, options }),
    { kind: "caption", text: caption(random, 5) },
    table(random, { look, options: { ...options, columns: Math.max(2, options.columns - 2), rows: options.rows - 2 } }),
    { kind: "note", text: note(random) },
  ],
  narrow: (random, look, options) => [
    { kind: "paragraph", text: paragraph(random, 4) },
    table(random, { look, options, isWide: false }),
    { kind: "list", marker: "symbol", items: listItems(random, 4) },
  ],
  withChart: (random, look, options) => [
    { kind: "caption", text: "Figure 2: Development since 2001" },
    chart(random),
    { kind: "caption", text: caption(random, 2) },
    table(random, { look, options }),
  ],
} satisfies Record<string, Layout>;

export const chart = (random: Random): Part => ({
  kind: "chart",
  ticks: [0, 20, 40, 60, 80, 100, 120],
  bars: Array.from({ length: 10 }, () => random.int(10, 118)),
  labels: Array.from({ length: 10 }, (_, index) => String(2001 + index)),
});
