import { type Random, seededRandom } from "../random.ts";
import { caption, listItems, note, paragraph } from "./prose.ts";
import { type ContentOptions, type PrintTable, tableContents } from "./table-contents.ts";

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

type Printer = "chromium" | "latex" | "writer" | "groff" | "typewriter";

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
const LAYOUTS = {
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

const chart = (random: Random): Part => ({
  kind: "chart",
  ticks: [0, 20, 40, 60, 80, 100, 120],
  bars: Array.from({ length: 10 }, () => random.int(10, 118)),
  labels: Array.from({ length: 10 }, (_, index) => String(2001 + index)),
});

interface TablePage {
  name: string;
  half: "dev" | "heldOut";
  printer?: Printer;
  font?: "serif" | "sans" | "mono";
  fontSize?: number;
  landscape?: boolean;
  layout: keyof typeof LAYOUTS;
  look: TableLook;
  options: ContentOptions;
}

function tablePage(page: TablePage, index: number): PrintRecipe {
  const {
    name,
    half,
    printer = "chromium",
    font = "sans",
    fontSize = 10,
    landscape = false,
    layout,
    look,
    options,
  } = page;
  const random = seededRandom((half === "dev" ? 4000 : 9000) + index);
  return { name, half, printer, font, fontSize, landscape, parts: LAYOUTS[layout](random, look, options) };
}

const DEV_TABLES: TablePage[] = [
  {
    name: "cell-header-1",
    half: "dev",
    layout: "captioned",
    look: "cell-header",
    options: { rows: 12, columns: 5, header: "long" },
  },
  {
    name: "cell-header-2",
    half: "dev",
    layout: "plain",
    look: "cell-header",
    font: "serif",
    fontSize: 9,
    options: { rows: 16, columns: 4, header: "years", label: "Sector" },
  },
  {
    name: "cell-header-bare",
    half: "dev",
    layout: "betweenRules",
    look: "cell-header-bare",
    options: { rows: 9, columns: 6, header: "groups" },
  },
  {
    name: "dark-header",
    half: "dev",
    layout: "stacked",
    look: "dark-header",
    fontSize: 9,
    options: { rows: 9, columns: 5, header: "plain" },
  },
  {
    name: "one-upright-1",
    half: "dev",
    layout: "captioned",
    look: "one-upright",
    font: "serif",
    options: { rows: 14, columns: 5, header: "years" },
  },
  {
    name: "one-upright-2",
    half: "dev",
    layout: "stacked",
    look: "one-upright",
    options: { rows: 8, columns: 4, header: "long" },
  },
  {
    name: "pair-uprights-1",
    half: "dev",
    layout: "captioned",
    look: "pair-uprights",
    options: { rows: 12, columns: 6, header: "groups" },
  },
  {
    name: "pair-uprights-2",
    half: "dev",
    layout: "plain",
    look: "pair-uprights",
    font: "serif",
    fontSize: 9,
    options: { rows: 15, columns: 7, header: "years", label: "Region" },
  },
  {
    name: "group-boxes-1",
    half: "dev",
    layout: "plain",
    look: "group-boxes",
    options: { rows: 12, columns: 4, groupsOf: 3, header: "plain" },
  },
  {
    name: "group-boxes-2",
    half: "dev",
    layout: "captioned",
    look: "group-boxes",
    font: "serif",
    options: { rows: 15, columns: 5, groupsOf: 5, header: "years" },
  },
  {
    name: "uprights",
    half: "dev",
    layout: "captioned",
    look: "uprights",
    options: { rows: 14, columns: 5, header: "groups" },
  },
  {
    name: "rows-remark",
    half: "dev",
    layout: "captioned",
    look: "rows",
    options: { rows: 8, columns: 3, remark: true, header: "plain" },
  },
  {
    name: "rows-between-rules",
    half: "dev",
    layout: "betweenRules",
    look: "rows",
    font: "serif",
    options: { rows: 14, columns: 6, header: "long" },
  },
  {
    name: "zebra",
    half: "dev",
    layout: "withChart",
    look: "zebra",
    options: { rows: 10, columns: 5, header: "years" },
  },
  {
    name: "book-sections",
    half: "dev",
    layout: "captioned",
    look: "book",
    font: "serif",
    options: { rows: 12, columns: 5, sections: 4, header: "groups" },
  },
  {
    name: "book-empty",
    half: "dev",
    layout: "stacked",
    look: "book",
    font: "serif",
    fontSize: 11,
    options: { rows: 9, columns: 5, empty: 0.25, header: "years" },
  },
  {
    name: "frame",
    half: "dev",
    layout: "captioned",
    look: "frame",
    options: { rows: 11, columns: 4, header: "plain", code: true },
  },
  {
    name: "none-years",
    half: "dev",
    layout: "captioned",
    look: "none",
    options: { rows: 14, columns: 6, header: "years", label: "Region" },
  },
  {
    name: "none-long",
    half: "dev",
    layout: "plain",
    look: "none",
    font: "serif",
    options: { rows: 10, columns: 4, header: "long" },
  },
  {
    name: "underlined-header",
    half: "dev",
    layout: "captioned",
    look: "underlined-header",
    options: { rows: 11, columns: 5, header: "long" },
  },
  {
    name: "grid-narrow",
    half: "dev",
    layout: "narrow",
    look: "grid",
    options: { rows: 8, columns: 3, header: "plain" },
  },
  {
    name: "typewriter-1",
    half: "dev",
    printer: "typewriter",
    font: "mono",
    layout: "captioned",
    look: "none",
    options: { rows: 16, columns: 5, header: "years", label: "Region" },
  },
  {
    name: "typewriter-2",
    half: "dev",
    printer: "typewriter",
    font: "mono",
    fontSize: 9,
    layout: "plain",
    look: "rows",
    options: { rows: 20, columns: 4, header: "plain", code: true },
  },
  {
    name: "latex-hline",
    half: "dev",
    printer: "latex",
    font: "serif",
    layout: "captioned",
    look: "one-upright",
    options: { label: "Sector", rows: 12, columns: 4, header: "years" },
  },
  {
    name: "latex-book",
    half: "dev",
    printer: "latex",
    font: "serif",
    layout: "stacked",
    look: "book",
    options: { label: "Sector", rows: 10, columns: 4, header: "groups" },
  },
  {
    name: "writer-cell-header",
    half: "dev",
    printer: "writer",
    layout: "captioned",
    look: "cell-header",
    options: { rows: 12, columns: 4, header: "plain" },
  },
  {
    name: "groff-box",
    half: "dev",
    printer: "groff",
    font: "serif",
    layout: "captioned",
    look: "frame",
    options: { rows: 13, columns: 4, header: "years" },
  },
];

const HELD_OUT_TABLES: TablePage[] = [
  {
    name: "h-cell-header-1",
    half: "heldOut",
    layout: "stacked",
    look: "cell-header",
    fontSize: 9,
    options: { rows: 9, columns: 6, header: "years" },
  },
  {
    name: "h-cell-header-2",
    half: "heldOut",
    layout: "betweenRules",
    look: "cell-header",
    font: "serif",
    options: { rows: 13, columns: 5, header: "plain", empty: 0.1 },
  },
  {
    name: "h-cell-header-bare",
    half: "heldOut",
    layout: "captioned",
    look: "cell-header-bare",
    options: { rows: 14, columns: 4, header: "long" },
  },
  {
    name: "h-dark-header",
    half: "heldOut",
    layout: "captioned",
    look: "dark-header",
    font: "serif",
    options: { rows: 15, columns: 5, header: "groups" },
  },
  {
    name: "h-one-upright-1",
    half: "heldOut",
    layout: "betweenRules",
    look: "one-upright",
    options: { rows: 17, columns: 6, header: "years", label: "Sector" },
  },
  {
    name: "h-one-upright-2",
    half: "heldOut",
    layout: "withChart",
    look: "one-upright",
    font: "serif",
    options: { rows: 10, columns: 4, header: "plain" },
  },
  {
    name: "h-pair-uprights-1",
    half: "heldOut",
    layout: "betweenRules",
    look: "pair-uprights",
    font: "serif",
    options: { rows: 14, columns: 8, header: "years" },
  },
  {
    name: "h-pair-uprights-2",
    half: "heldOut",
    layout: "stacked",
    look: "pair-uprights",
    fontSize: 9,
    options: { rows: 10, columns: 6, header: "groups" },
  },
  {
    name: "h-group-boxes-1",
    half: "heldOut",
    layout: "captioned",
    look: "group-boxes",
    fontSize: 9,
    options: { rows: 16, columns: 5, groupsOf: 4, header: "plain" },
  },
  {
    name: "h-group-boxes-2",
    half: "heldOut",
    layout: "plain",
    look: "group-boxes",
    font: "serif",
    options: { rows: 12, columns: 3, groupsOf: 6, code: true },
  },
  {
    name: "h-uprights",
    half: "heldOut",
    layout: "plain",
    look: "uprights",
    font: "serif",
    options: { rows: 18, columns: 5, header: "years" },
  },
  {
    name: "h-rows-remark",
    half: "heldOut",
    layout: "plain",
    look: "rows",
    font: "serif",
    options: { rows: 9, columns: 2, remark: true, code: true },
  },
  {
    name: "h-rows-between-rules",
    half: "heldOut",
    layout: "betweenRules",
    look: "rows",
    options: { rows: 16, columns: 5, header: "groups" },
  },
  {
    name: "h-zebra",
    half: "heldOut",
    layout: "captioned",
    look: "zebra",
    font: "serif",
    options: { rows: 15, columns: 6, header: "years", empty: 0.1 },
  },
  {
    name: "h-book-sections",
    half: "heldOut",
    layout: "plain",
    look: "book",
    font: "serif",
    options: { rows: 15, columns: 4, sections: 5, header: "plain" },
  },
  {
    name: "h-book-empty",
    half: "heldOut",
    layout: "captioned",
    look: "book",
    options: { rows: 12, columns: 6, empty: 0.3, header: "groups" },
  },
  { name: "h-frame", half: "heldOut", layout: "narrow", look: "frame", options: { rows: 9, columns: 3 } },
  {
    name: "h-none-groups",
    half: "heldOut",
    layout: "captioned",
    look: "none",
    font: "serif",
    options: { rows: 13, columns: 6, header: "groups" },
  },
  {
    name: "h-none-plain",
    half: "heldOut",
    layout: "withChart",
    look: "none",
    options: { rows: 12, columns: 4, header: "plain", label: "Article" },
  },
  {
    name: "h-underlined-header",
    half: "heldOut",
    layout: "stacked",
    look: "underlined-header",
    font: "serif",
    options: { rows: 9, columns: 4, header: "plain" },
  },
  {
    name: "h-grid-sections",
    half: "heldOut",
    layout: "captioned",
    look: "grid",
    font: "serif",
    options: { rows: 12, columns: 4, sections: 4 },
  },
  {
    name: "h-typewriter-1",
    half: "heldOut",
    printer: "typewriter",
    font: "mono",
    fontSize: 9,
    layout: "captioned",
    look: "rows",
    options: { rows: 18, columns: 6, header: "years", label: "Article" },
  },
  {
    name: "h-typewriter-2",
    half: "heldOut",
    printer: "typewriter",
    font: "mono",
    layout: "plain",
    look: "none",
    options: { rows: 15, columns: 3, code: true, label: "Sector" },
  },
  {
    name: "h-latex-hline",
    half: "heldOut",
    printer: "latex",
    font: "serif",
    layout: "captioned",
    look: "uprights",
    options: { label: "Sector", rows: 12, columns: 5, header: "years" },
  },
  {
    name: "h-latex-book",
    half: "heldOut",
    printer: "latex",
    font: "serif",
    layout: "captioned",
    look: "book",
    options: { label: "Sector", rows: 12, columns: 4, sections: 4 },
  },
  {
    name: "h-writer-rows",
    half: "heldOut",
    printer: "writer",
    layout: "captioned",
    look: "one-upright",
    options: { rows: 12, columns: 4, header: "plain" },
  },
  {
    name: "h-groff-rows",
    half: "heldOut",
    printer: "groff",
    font: "serif",
    layout: "captioned",
    look: "one-upright",
    options: { rows: 14, columns: 5, header: "years" },
  },
];

/** Pages without a table. */
function otherPages(half: "dev" | "heldOut"): PrintRecipe[] {
  const random = seededRandom(half === "dev" ? 71 : 72);
  const prefix = half === "dev" ? "" : "h-";
  const base = { half, printer: "chromium" as const, font: "sans" as const, fontSize: 10 };
  const lists = (["symbol", "number", "dash", "disc"] as const).map((marker): Part => ({
    kind: "list",
    marker,
    items: listItems(random, 4),
  }));
  return [
    {
      ...base,
      name: `${prefix}letter`,
      font: "serif",
      parts: [
        { kind: "title", text: "Invitation to the hearing" },
        { kind: "paragraph", text: paragraph(random, 6) },
        ...lists,
      ],
    },
    {
      ...base,
      name: `${prefix}charts`,
      parts: [
        { kind: "caption", text: "Figure 1: Trend" },
        chart(random),
        { kind: "paragraph", text: paragraph(random, 3) },
        { kind: "caption", text: "Figure 2: Trend by year" },
        chart(random),
      ],
    },
    {
      ...base,
      name: `${prefix}map`,
      parts: [
        { kind: "caption", text: "Figure 3: Regions" },
        {
          kind: "map",
          labels: random.shuffle([
            "Bremen",
            "Galway",
            "Murcia",
            "Thessaly",
            "Jutland",
            "Piedmont",
            "Kärnten",
            "Rhône",
            "Tyrol",
            "Lisbon",
            "Oslo",
            "Turku",
          ]),
        },
        { kind: "note", text: note(random) },
        { kind: "flow", steps: ["Application", "First check", "Hearing", "Decision"] },
      ],
    },
    {
      ...base,
      name: `${prefix}columns`,
      font: "serif",
      fontSize: half === "dev" ? 10 : 9,
      parts: [
        { kind: "title", text: "Bulletin" },
        { kind: "columns", texts: [paragraph(random, 9), paragraph(random, 8)] },
        { kind: "note", text: note(random) },
      ],
    },
    {
      ...base,
      name: `${prefix}contents`,
      parts: [
        { kind: "title", text: "Contents" },
        {
          kind: "contents",
          entries: random
            .shuffle(["Summary", "Method", "Population", "Employment", "Trade and industry", "Agriculture", "Annex"])
            .map((text, index) => [text, 3 + index * 4]),
        },
        { kind: "paragraph", text: paragraph(random, 3) },
      ],
    },
  ];
}

/** All documents to print. */
export const PRINT_RECIPES: readonly PrintRecipe[] = [
  ...DEV_TABLES.map(tablePage),
  ...otherPages("dev"),
  ...HELD_OUT_TABLES.map(tablePage),
  ...otherPages("heldOut"),
];
