import type { Random } from "../random.ts";

/** A cell of a report's table, with the columns and rows that it covers. */
interface ReportCell {
  text: string;
  columns?: number;
  rows?: number;
  /** The steps by which a label is indented. */
  indent?: number;
}

export interface ReportRow {
  kind: "head" | "section" | "entry" | "total";
  cells: ReportCell[];
}

const cell = (text: string, span: Omit<ReportCell, "text"> = {}): ReportCell => ({ text, ...span });

const GROUPS = {
  "Passenger transport": ["Buses and coaches", "Railways, domestic", "Railways, international", "Ferries"],
  "Goods transport": ["Road haulage", "Inland waterways", "Pipelines", "Air freight and mail"],
  "Public order": ["Police forces", "Fire and rescue", "Courts and prosecution", "Prisons"],
  Environment: ["Waste collection", "Waste water", "Protection of species and landscapes", "Noise abatement"],
  Housing: [
    "New dwellings completed",
    "Dwellings under construction",
    "Conversions of existing buildings",
    "Demolitions",
  ],
  "Research and teaching": ["Universities", "Colleges of applied sciences", "Libraries", "Grants to students, net"],
  "Social protection": [
    "Sickness and disability",
    "Old age",
    "Survivors",
    "Family and children",
    "Unemployment benefit",
  ],
};
type GroupName = keyof typeof GROUPS;
const GROUP_NAMES = Object.keys(GROUPS).map((name) => name as GroupName);
const PLACES = [
  "Belgium",
  "Bulgaria",
  "Czech Republic",
  "Denmark",
  "Germany",
  "Estonia",
  "Ireland",
  "Greece",
  "Spain",
  "France",
  "Italy",
  "Cyprus",
  "Latvia",
  "Lithuania",
  "Luxembourg",
  "Hungary",
  "Malta",
  "Netherlands",
  "Austria",
  "Poland",
  "Portugal",
  "Romania",
  "Slovenia",
  "Slovakia",
  "Finland",
  "Sweden",
  "United Kingdom",
  "Iceland",
  "Norway",
];
const HEADS = [
  "Number of units",
  "Share of total",
  "Persons employed",
  "Gross value added",
  "Annual change",
  "Average per unit",
  "Estimate for next year",
  "Revised budget",
  "Actual outlays",
  "Rate per 1,000",
];
const SUBHEADS = ["Both sexes", "Men", "Women"];

/** How an office writes numbers. */
export type Notation = "american" | "french" | "plain" | "money" | "percent";

const group = (value: number, separator: string): string => String(value).replaceAll(/\B(?=(\d{3})+$)/gu, separator);

function numberText(random: Random, notation: Notation): string {
  if (random.chance(0.04)) return random.pick(["–", "(X)", "..", "n.a.", "—"]);
  switch (notation) {
    case "american":
      return group(random.int(3, 2_400_000), ",");
    case "french":
      return random.chance(0.5)
        ? group(random.int(900, 9_500_000), "\u00A0")
        : `${random.int(0, 99)},${random.int(0, 9)}`;
    case "money": {
      const text = group(random.int(10, 88_000), ",");
      return random.chance(0.15) ? `(${text})` : text;
    }
    case "percent":
      return `${(random.next() * 100).toFixed(1)}${random.chance(0.1) ? " p" : ""}`;
    case "plain":
    default:
      return String(random.int(1, 9999));
  }
}

export interface StubOptions {
  columns: number;
  notation: Notation;
  /** `flat`: one line; `tall`: lines that wrap; `groups`: headings over several columns; `units`: a row of units. */
  header: "flat" | "tall" | "groups" | "units";
  groups: number;
  /** Whether each group has a heading without values. */
  hasSections: boolean;
  hasTotals?: boolean;
}

/** A table with labels in groups, as statistical offices and budgets print them. */
export function stubTable(random: Random, options: StubOptions): ReportRow[] {
  const { columns, notation, header, groups, hasSections, hasTotals = true } = options;
  const values = (): ReportCell[] => Array.from({ length: columns }, () => cell(numberText(random, notation)));
  const rows = headRows(random, header, columns);
  if (hasTotals) rows.push({ kind: "total", cells: [cell("Total"), ...values()] });
  for (const name of random.shuffle(GROUP_NAMES).slice(0, groups)) {
    const indent = hasSections ? 1 : 0;
    if (hasSections)
      rows.push({ kind: "section", cells: [cell(name), ...Array.from({ length: columns }, () => cell(""))] });
    else if (hasTotals) rows.push({ kind: "total", cells: [cell(name), ...values()] });
    for (const label of GROUPS[name]) rows.push({ kind: "entry", cells: [cell(label, { indent }), ...values()] });
  }
  return rows;
}

const head = (cells: ReportCell[]): ReportRow => ({ kind: "head", cells });

function headRows(random: Random, header: StubOptions["header"], columns: number): ReportRow[] {
  const first = random.int(1996, 2009);
  const years = Array.from({ length: columns }, (_, index) => cell(String(first + index)));
  const stub = random.pick(["Item", "Function", "Sector and activity", "Category"]);
  switch (header) {
    case "tall":
      return [
        head([
          cell(stub),
          ...random
            .shuffle(HEADS)
            .slice(0, columns)
            .map((text) => cell(text)),
        ]),
      ];
    case "units":
      return [
        head([
          cell(stub, { rows: 2 }),
          ...random
            .shuffle(HEADS)
            .slice(0, columns)
            .map((text) => cell(text)),
        ]),
        head(Array.from({ length: columns }, () => cell(random.pick(["%", "1 000", "EUR million", "tonnes"])))),
      ];
    case "groups": {
      const size = columns % 3 === 0 ? 3 : 2;
      const names = size === 3 ? SUBHEADS : ["Number", "Percent"];
      const over = Array.from({ length: columns / size }, (_, index) => cell(String(first + index), { columns: size }));
      const below = Array.from({ length: columns }, (_, index) => cell(names[index % size] ?? ""));
      return [head([cell(stub, { rows: 2 }), ...over]), head(below)];
    }
    case "flat":
    default:
      return [head([cell(stub), ...years])];
  }
}

/** A table of places and years. */
export function placesTable(random: Random, columns: number, notation: Notation, count = 24): ReportRow[] {
  const first = random.int(1996, 2004);
  const head = ["", ...Array.from({ length: columns }, (_, index) => String(first + index))].map((text) => cell(text));
  const places = random.shuffle(PLACES).slice(0, count).toSorted();
  return [
    { kind: "head", cells: head },
    ...places.map((place): ReportRow => ({
      kind: "entry",
      cells: [cell(place), ...Array.from({ length: columns }, () => cell(numberText(random, notation)))],
    })),
  ];
}

const MEASURES = [
  "Harmonise the definitions used by the reporting authorities",
  "Publish a yearly overview of the inspections carried out",
  "Train the staff of the regional offices in the new procedure",
  "Review the fees for permits of limited duration",
  "Set up a register of approved laboratories",
  "Extend the monitoring network to coastal waters",
  "Prepare guidelines for small and medium-sized enterprises",
  "Simplify the application form for seasonal licences",
];
const BODIES = [
  "Ministry of Transport",
  "Regional office",
  "Commission services",
  "Statistical institute",
  "Member States",
  "Agency",
];
const DATES = ["June 2009", "End of 2010", "Ongoing", "First quarter 2011", "2012", "March 2010"];
const STATES = [
  "completed",
  "in progress; draft circulated for comments",
  "planned",
  "delayed until the budget is adopted",
];

/** A table of texts that wrap in their cells. */
export function actionsTable(random: Random, count: number, isNumbered: boolean): ReportRow[] {
  const number = (text: string): ReportCell[] => (isNumbered ? [cell(text)] : []);
  const measures = random.shuffle(MEASURES).slice(0, count);
  return [
    {
      kind: "head",
      cells: [...number("No"), ...["Measure", "Responsible", "Deadline", "State of play"].map((text) => cell(text))],
    },
    ...measures.map((measure, index): ReportRow => ({
      kind: "entry",
      cells: [
        ...number(String(index + 1)),
        cell(measure),
        cell(random.pick(BODIES)),
        cell(random.pick(DATES)),
        cell(random.pick(STATES)),
      ],
    })),
  ];
}

const FIGURES = ["Net asset value", "Number of units outstanding", "Costs charged", "Result for the period"];

/** A table of two columns of values per class of shares, as funds publish them. */
export function keyFigures(random: Random): ReportRow[] {
  const value = (): ReportCell => cell(numberText(random, "money"));
  const rows: ReportRow[] = [head([cell(""), cell("2011"), cell("2010")])];
  for (const name of ["Class A", "Class B", "All classes"]) {
    rows.push({ kind: "section", cells: [cell(name), cell(""), cell("")] });
    for (const label of FIGURES) rows.push({ kind: "entry", cells: [cell(label), value(), value()] });
  }
  return rows;
}
