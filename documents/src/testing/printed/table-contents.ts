import type { Random } from "../random.ts";

/** A cell to print: a text, or a text over several columns or rows. */
export type PrintCell = string | { text: string; columns?: number; rows?: number };

export const cellText = (cell: PrintCell): string => (typeof cell === "string" ? cell : cell.text);

/** A cell with the numbers of columns and rows that it covers. */
export const spanOf = (cell: PrintCell): { text: string; columns: number; rows: number } =>
  typeof cell === "string" ? { text: cell, columns: 1, rows: 1 } : { columns: 1, rows: 1, ...cell };

export interface PrintTable {
  rows: PrintCell[][];
  headerRows: number;
  /** Rows after which a group of rows ends. */
  groupEnds: number[];
}

const REGIONS = [
  "Aberdeen City",
  "Bremen",
  "Catalonia",
  "Dalarna County",
  "East Midlands",
  "Friuli-Venezia Giulia",
  "Galway",
  "Haute-Normandie",
  "Île-de-France",
  "Jutland",
  "Kärnten",
  "Lower Saxony",
  "Murcia",
  "North Ostrobothnia",
  "Oberösterreich",
  "Piedmont",
  "Rhône-Alpes",
  "South Tyrol",
  "Thessaly",
  "West Flanders",
];
const SECTORS = [
  "Agriculture, forestry and fishing",
  "Mining and quarrying",
  "Manufacturing",
  "Electricity and gas",
  "Water supply, sewerage",
  "Construction",
  "Wholesale and retail trade",
  "Transport and storage",
  "Accommodation and food",
  "Information services",
  "Finance and insurance",
  "Real estate",
  "Professional services",
  "Public administration",
  "Education",
  "Health and social work",
];
const GOODS = [
  "Oat flakes, fine, 500 g",
  "Apple juice 1 l",
  "Rye bread, sliced",
  "Tomato soup 400 ml",
  "Peanut butter, crunchy",
  "Dish soap, lemon",
  "Paper towels, 4 rolls",
  "Olive oil 750 ml",
  "Basmati rice 1 kg",
  "Ground coffee 250 g",
  "Mineral water 6 × 1.5 l",
  "Dark chocolate 70 %",
  "Toothpaste, mint",
  "Candles, white, 12",
  "Batteries AA, 8",
];
const MEASURES = [
  "Average household size",
  "Death rate per 1,000",
  "Dependency ratio",
  "Employment rate (%)",
  "Gross reproduction rate",
  "Infant mortality",
  "Life expectancy at birth",
  "Median age (years)",
  "Net migration",
  "Population density",
  "School enrolment",
  "Unemployment rate (%)",
];
const LABELS = { Region: REGIONS, Sector: SECTORS, Article: GOODS, Indicator: MEASURES };
type LabelName = keyof typeof LABELS;
const COLUMN_NAMES = [
  "Total",
  "Male",
  "Female",
  "Under 15",
  "15–64",
  "65 and over",
  "Change (%)",
  "Share",
  "Rank",
  "Index",
  "Budget",
  "Actual",
  "Balance",
  "Q1",
  "Q2",
  "Q3",
  "Q4",
];
const LONG_NAMES = [
  "Number of enterprises",
  "Persons employed full time",
  "Average annual growth",
  "Gross value added per person",
  "Share of total exports",
  "Units sold in the year",
  "Costs per unit",
];

export interface ContentOptions {
  label?: LabelName;
  rows: number;
  /** Number columns. */
  columns: number;
  /** `years`: one row of years; `groups`: headings over several columns; `long`: headings that wrap. */
  header?: "plain" | "years" | "groups" | "long";
  /** Rows with a heading between them that covers all columns; the number of rows in each group. */
  sections?: number;
  /** The number of rows of each group that lines separate. */
  groupsOf?: number;
  /** A remark column with texts that wrap. */
  remark?: boolean;
  /** The share of empty cells. */
  empty?: number;
  /** Two columns with texts before the numbers. */
  code?: boolean;
}

const REMARKS = [
  "Revised after the second count",
  "Provisional figure, to be confirmed by the regional office",
  "Break in series",
  "Includes overseas departments and territories",
  "See the method notes",
  "Estimate based on the labour force survey of the previous year",
];

/** Makes a table as an office would publish it. */
export function tableContents(random: Random, options: ContentOptions): PrintTable {
  const {
    rows: count,
    columns,
    header = "plain",
    sections,
    groupsOf,
    remark = false,
    empty = 0,
    code = false,
  } = options;
  const label: LabelName = options.label ?? random.pick(["Region", "Sector", "Article", "Indicator"] as const);
  const labels = random.shuffle(LABELS[label]);
  const texts = code ? ["Code", label] : [label];
  const formats = Array.from({ length: columns }, () => random.pick(NUMBER_FORMATS));
  const rows: PrintCell[][] = headerOf(random, header, texts, columns, remark);
  const headerRows = rows.length;
  const groupEnds: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const width = texts.length + columns + (remark ? 1 : 0);
    if (sections !== undefined && index % sections === 0)
      rows.push([{ text: random.pick(SECTION_NAMES) + " " + (index / sections + 1), columns: width }]);
    const name = labels[index % labels.length] ?? label;
    const suffix = index >= labels.length ? ` ${Math.floor(index / labels.length) + 1}` : "";
    rows.push([
      ...(code ? [String(random.int(1000, 9999))] : []),
      name + suffix,
      ...formats.map((format) => (random.chance(empty) ? "" : format(random))),
      ...(remark ? [random.chance(0.6) ? random.pick(REMARKS) : ""] : []),
    ]);
    if (groupsOf !== undefined && (index + 1) % groupsOf === 0 && index + 1 < count) groupEnds.push(rows.length - 1);
  }
  return { rows, headerRows, groupEnds };
}

const SECTION_NAMES = ["Programme", "District", "Group", "Part", "Zone"];

const grouped = (value: number): string => String(value).replaceAll(/\B(?=(\d{3})+$)/gu, ",");
const NUMBER_FORMATS: ((random: Random) => string)[] = [
  (random) => grouped(random.int(12, 985_000)),
  (random) => (random.next() * 100).toFixed(1),
  (random) => String(random.int(0, 900)),
  (random) => `${(random.next() * 100).toFixed(1)}%`,
  (random) => (random.chance(0.2) ? "–" : (random.next() * 12 - 4).toFixed(2).replace("-", "−")),
  (random) => grouped(random.int(100, 9_000_000)),
];

function headerOf(
  random: Random,
  header: "plain" | "years" | "groups" | "long",
  texts: string[],
  columns: number,
  remark: boolean,
): PrintCell[][] {
  const after = remark ? ["Remark"] : [];
  if (header === "years") {
    const first = random.int(1985, 2012);
    return [[...texts, ...Array.from({ length: columns }, (_, index) => String(first + index)), ...after]];
  }
  const names = random.shuffle(header === "long" ? [...LONG_NAMES, ...LONG_NAMES] : COLUMN_NAMES);
  if (header !== "groups") return [[...texts, ...names.slice(0, columns), ...after]];
  const groups: PrintCell[] = [];
  const subs: PrintCell[] = [];
  const year = random.int(1998, 2015);
  for (let at = 0; at < columns; at += 2) {
    const width = Math.min(2, columns - at);
    groups.push({ text: String(year + at / 2), columns: width });
    subs.push(...["Number", "Share"].slice(0, width));
  }
  return [[...texts.map((text) => ({ text, rows: 2 })), ...groups, ...after.map((text) => ({ text, rows: 2 }))], subs];
}
