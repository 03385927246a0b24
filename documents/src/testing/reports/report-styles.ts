import type { Random } from "../random.ts";
import { note, paragraph } from "../printed/prose.ts";
import { type ReportRow, actionsTable, keyFigures, placesTable, stubTable } from "./report-contents.ts";

/** A part of a page: HTML text, or a table. */
export type ReportPart = string | { rows: ReportRow[]; id: string };

/** How an office prints its reports: a style sheet, and the parts of a page. */
export interface ReportStyle {
  name: string;
  half: "dev" | "heldOut";
  css: string;
  /** Whether dots lead from a label to the values. */
  hasLeaders?: boolean;
  parts: (random: Random) => ReportPart[];
}

const p = (text: string, name = ""): string => `<p class="${name}">${text}</p>`;
const RULES = "table{border-top:1pt solid #000;border-bottom:1pt solid #000}";
const TIGHT = "td,th{padding:0 4pt;line-height:1.12}";

/* The styles are data. Those of the held-out half were written before the rules were tuned, and only their totals were looked at. */
export const REPORT_STYLES: readonly ReportStyle[] = [
  {
    name: "yearbook",
    half: "dev",
    hasLeaders: true,
    css: `${RULES}${TIGHT}body{font-size:7.5pt}table{width:100%}th+th{border-left:0.5pt solid #000}td+td{border-left:0.5pt solid #000}.lasthead th,th[rowspan]{border-bottom:0.5pt solid #000}th[colspan]{border-bottom:0.5pt solid #000}.total td{font-weight:bold}`,
    parts: (random) => [
      p("<b>Table 214. Expenditure by Function</b>"),
      p(
        "[In thousands. For the year ending 30 June. Based on returns of all authorities; see text of this section]",
        "small",
      ),
      {
        id: "a",
        rows: stubTable(random, { columns: 6, notation: "american", header: "groups", groups: 4, hasSections: false }),
      },
      p("– Represents zero. X Not applicable. <sup>1</sup> Includes items not shown separately.", "small"),
      p("Source: regional statistical office, unpublished data.", "small"),
    ],
  },
  {
    name: "focus",
    half: "dev",
    css: `body{font-size:8pt}table{margin-left:20pt}td,th{padding:1pt 7pt}.lasthead th{border-bottom:0.5pt solid #777}th{color:#224488}`,
    parts: (random) => [
      p("<b>Main findings</b>"),
      p(paragraph(random, 5)),
      p("Table 2: Prison population per 100 000 inhabitants", "caption"),
      { id: "a", rows: placesTable(random, 7, "percent", 20) },
      p("Source: own calculations (online data code: crim_pris)", "small"),
      p(paragraph(random, 3)),
    ],
  },
  {
    name: "outlays",
    half: "dev",
    hasLeaders: true,
    css: `@page{size:A4 landscape}${TIGHT}body{font-size:8pt}table{width:100%;border-top:1pt solid #000}.lasthead th{border-bottom:0.7pt solid #000}.section td{padding-top:5pt}.total td{font-weight:bold;padding-top:5pt}.total td+td{border-top:0.5pt solid #000}.side{position:absolute;right:0;top:80pt;writing-mode:vertical-rl}`,
    parts: (random) => [
      '<div class="side">SUMMARY TABLES</div>',
      p("<b>Table S–7. Outlays by Category</b>", "center"),
      p("(In millions of euro)", "center"),
      {
        id: "a",
        rows: stubTable(random, { columns: 10, notation: "money", header: "flat", groups: 5, hasSections: true }),
      },
    ],
  },
  {
    name: "plan",
    half: "dev",
    css: "body{font-size:9pt}td,th{padding:3pt 8pt 3pt 0;text-align:left!important;vertical-align:top}table{width:100%}th{border-bottom:0.7pt solid #000}",
    parts: (random) => [
      p(paragraph(random, 3)),
      p("<b>Annex II – State of play</b>"),
      { id: "a", rows: actionsTable(random, 6, true) },
      p(paragraph(random, 2)),
    ],
  },
  {
    name: "fund",
    half: "dev",
    css: "body{font-size:9pt}table{width:90%}td,th{padding:2.5pt 0}.section td{font-weight:bold;padding-top:14pt}th{border-bottom:0.7pt solid #000;border-top:0.7pt solid #000}",
    parts: (random) => [
      p("<b>Key figures</b>", "big"),
      p("(all amounts in EUR)"),
      { id: "a", rows: keyFigures(random) },
      p("The results cover the period from inception to 31 December.", "small"),
    ],
  },
  {
    name: "stacked-heads",
    half: "dev",
    css: `${RULES}${TIGHT}body{font-size:9pt;font-family:Liberation Serif}th{vertical-align:bottom;width:46pt}.lasthead th{border-bottom:0.5pt solid #000}`,
    parts: (random) => [
      p(paragraph(random, 4)),
      p("Table 9 &nbsp; &nbsp; Staff and expenditure of the services", "caption"),
      {
        id: "a",
        rows: stubTable(random, {
          columns: 5,
          notation: "american",
          header: "tall",
          groups: 3,
          hasSections: true,
          hasTotals: false,
        }),
      },
      p(note(random), "small"),
      p("na = Not available", "small"),
    ],
  },
  {
    name: "twins",
    half: "dev",
    css: "body{font-size:8.5pt}td,th{padding:1pt 6pt}.lasthead th{border-bottom:0.5pt solid #000}",
    parts: (random) => [
      p(paragraph(random, 3)),
      p("Table 3: Staff by function", "caption"),
      {
        id: "a",
        rows: stubTable(random, { columns: 5, notation: "plain", header: "flat", groups: 2, hasSections: false }),
      },
      p("Table 4: Expenditure by function (%)", "caption"),
      {
        id: "b",
        rows: stubTable(random, { columns: 5, notation: "percent", header: "flat", groups: 2, hasSections: false }),
      },
      p("(p) provisional", "small"),
    ],
  },
  {
    name: "rates",
    half: "dev",
    css: "body{font-size:8.5pt}td,th{padding:1pt 5pt}.lasthead th{border-bottom:0.5pt solid #000}",
    parts: (random) => [
      p(paragraph(random, 4)),
      p("Table 7: Accidents per million inhabitants", "caption"),
      { id: "a", rows: placesTable(random, 6, "plain", 14) },
      p("(b) break in series", "small"),
      p(paragraph(random, 3)),
    ],
  },
  {
    name: "boxed",
    half: "dev",
    css: "body{font-size:8.5pt}table{width:100%;border:0.7pt solid #000}td,th{padding:1.5pt 5pt}td+td,th+th{border-left:0.5pt solid #000}.lasthead th{border-bottom:0.7pt solid #000}",
    parts: (random) => [
      p(paragraph(random, 2)),
      {
        id: "a",
        rows: stubTable(random, {
          columns: 6,
          notation: "american",
          header: "tall",
          groups: 3,
          hasSections: true,
          hasTotals: false,
        }),
      },
      p(paragraph(random, 3)),
    ],
  },
  {
    name: "subtotals",
    half: "dev",
    css: "body{font-size:8.5pt}table{width:100%}td,th{padding:1.5pt 6pt}.section td{font-weight:bold;padding-top:7pt}.total td{font-weight:bold}.total td+td{border-top:0.5pt solid #000}",
    parts: (random) => [
      p("<b>Balance sheet</b>", "center"),
      {
        id: "a",
        rows: stubTable(random, { columns: 2, notation: "money", header: "flat", groups: 4, hasSections: true }),
      },
      p(paragraph(random, 2)),
    ],
  },
  {
    name: "measures",
    half: "dev",
    css: "body{font-size:9pt}td,th{padding:1.5pt 8pt 1.5pt 2pt;text-align:left!important;vertical-align:top}table{width:100%}tr{border-top:0.5pt solid #555;border-bottom:0.5pt solid #555}",
    parts: (random) => [
      p("<b>List of measures</b>", "big"),
      { id: "a", rows: actionsTable(random, 5, false) },
      p(paragraph(random, 3)),
    ],
  },
  {
    name: "monthly",
    half: "dev",
    css: "body{font-size:8pt}td,th{padding:1pt 8pt}.entry:nth-child(2n) td{background:#ececec}.lasthead th{border-bottom:0.5pt solid #000}",
    parts: (random) => [
      p("Tableau 2 : Transports par activité (milliers de tonnes)", "caption"),
      {
        id: "a",
        rows: stubTable(random, { columns: 4, notation: "french", header: "flat", groups: 3, hasSections: false }),
      },
      p("Source : ministère, enquête annuelle.", "small"),
    ],
  },
  {
    name: "activity",
    half: "dev",
    hasLeaders: true,
    css: `${TIGHT}body{font-size:7pt}table{width:100%;border-top:1pt solid #000;border-bottom:1pt solid #000}th[colspan]{border-bottom:0.5pt solid #000}.lasthead th{border-bottom:0.5pt solid #000}.section td{padding-top:5pt}`,
    parts: (random) => [
      p("<b>Table B–1. Persons at work by activity</b>"),
      p("[Numbers in thousands]", "small"),
      {
        id: "a",
        rows: stubTable(random, { columns: 6, notation: "american", header: "groups", groups: 4, hasSections: true }),
      },
      p("NOTE: Figures are not adjusted for the season.", "small"),
    ],
  },
  {
    name: "bulletin",
    half: "heldOut",
    css: "body{font-size:8.5pt}td,th{padding:1.5pt 6pt}table{width:100%}.head th{background:#d9e2ef}.entry:nth-child(4n) td,.entry:nth-child(4n+1) td{background:#f1f1f1}.total td{font-weight:bold}",
    parts: (random) => [
      p("Tableau 4 – Dépenses par fonction (en milliers d’euros)", "caption"),
      {
        id: "a",
        rows: stubTable(random, { columns: 5, notation: "french", header: "flat", groups: 4, hasSections: false }),
      },
      p("Source : service statistique, calculs propres.", "small"),
      p(paragraph(random, 4)),
    ],
  },
  {
    name: "gazette",
    half: "heldOut",
    css: "body{font-size:9pt;font-family:Liberation Serif}table{width:100%;border:0.7pt solid #000}td,th{padding:1pt 4pt}td+td,th+th{border-left:0.7pt solid #000}.lasthead th,th[rowspan]{border-bottom:0.7pt solid #000}",
    parts: (random) => [
      p(paragraph(random, 3)),
      {
        id: "a",
        rows: stubTable(random, {
          columns: 4,
          notation: "plain",
          header: "units",
          groups: 4,
          hasSections: true,
          hasTotals: false,
        }),
      },
      p(paragraph(random, 4)),
    ],
  },
  {
    name: "annex",
    half: "heldOut",
    css: "body{font-size:8.5pt}td,th{padding:2pt 10pt 2pt 2pt;text-align:left!important;vertical-align:top}table{width:100%;border-top:0.7pt solid #000;border-bottom:0.7pt solid #000}tr{border-bottom:0.4pt solid #999}",
    parts: (random) => [
      p("<b>ANNEX III</b>", "center"),
      p("<b>Overview of the measures</b>", "center"),
      { id: "a", rows: actionsTable(random, 7, false) },
    ],
  },
  {
    name: "labour",
    half: "heldOut",
    hasLeaders: true,
    css: `${TIGHT}body{font-size:7pt}table{width:100%;border-top:1pt solid #000;border-bottom:1pt solid #000}th{vertical-align:bottom}.lasthead th{border-bottom:0.5pt solid #000}th[colspan]{border-bottom:0.5pt solid #000}.section td{padding-top:6pt}.columns{columns:2;margin-bottom:8pt}`,
    parts: (random) => [
      `<div class="columns">${p(paragraph(random, 5))}</div>`,
      p("<b>Table A–3. Employment status by activity, annual averages</b>"),
      p("[Numbers in thousands]", "small"),
      {
        id: "a",
        rows: stubTable(random, { columns: 8, notation: "american", header: "groups", groups: 4, hasSections: true }),
      },
      p("NOTE: Detail for the groups above does not add to totals because data are not presented for all.", "small"),
    ],
  },
  {
    name: "profiles",
    half: "heldOut",
    css: "body{font-size:8pt}td,th{padding:1.2pt 5pt}.pair{display:flex;gap:34pt}.lasthead th{border-bottom:0.5pt solid #000}",
    parts: (random) => [
      p("<b>Country profiles</b>", "big"),
      p(paragraph(random, 3)),
      p("Table 11: Road deaths per million inhabitants", "caption"),
      { id: "a", rows: placesTable(random, 5, "plain", 12) },
      p("Table 12: Share of goods transported by rail (%)", "caption"),
      { id: "b", rows: placesTable(random, 5, "percent", 12) },
      p("(p) provisional", "small"),
    ],
  },
  {
    name: "accounts",
    half: "heldOut",
    css: "body{font-size:9pt;font-family:Liberation Serif}table{width:100%}td,th{padding:1pt 6pt}.section td{font-style:italic;padding-top:9pt}.total td{font-weight:bold;padding-top:6pt;padding-bottom:6pt}.total td+td{border-top:0.5pt solid #000;border-bottom:0.5pt solid #000}",
    parts: (random) => [
      p("<b>Statement of financial performance</b>", "center"),
      p("(EUR thousand)", "center"),
      {
        id: "a",
        rows: stubTable(random, { columns: 3, notation: "money", header: "flat", groups: 5, hasSections: true }),
      },
      p(paragraph(random, 2)),
    ],
  },
];
