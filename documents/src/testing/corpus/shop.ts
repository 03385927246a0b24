import type { Random } from "../random.ts";
import type { Align, CellSpec } from "./table-spec.ts";

/*
 * Texts of shop documents: invented articles, in the languages of the crews.
 */

export type Language = "en" | "de" | "fr" | "pl" | "el" | "ru";

const articles: Readonly<Record<Language, readonly string[]>> = {
  en: [
    "Sparkling water",
    "Oat flakes fine",
    "Coffee beans, dark",
    "Office paper A4",
    "Tomato soup",
    "Washing-up liquid",
    "Baking flour",
    "Fruit muffin mix",
    "Cheddar, sliced",
    "Toothbrush soft",
    "Dog food, beef",
    "AA batteries 4-pack",
    "Waffle biscuits",
    "Fish fillet, frozen",
    "Cornflakes",
    "Peanut butter crunchy",
  ],
  de: [
    "Möhren geschält",
    "Süßstoff flüssig",
    "Käse in Scheiben",
    "Müllbeutel 35 l",
    "Grüner Tee",
    "Öl für Salate",
    "Apfelmus",
    "Weißbrot",
    "Brühwürfel",
    "Küchenrolle",
    "Räucherlachs",
    "Hähnchenbrust",
  ],
  fr: [
    "Pâte à tartiner",
    "Crème fraîche",
    "Jus d'orange",
    "Café moulu",
    "Œufs de ferme",
    "Lessive liquide",
    "Thé à la menthe",
    "Riz complet",
    "Pain grillé",
    "Fromage râpé",
  ],
  pl: [
    "Śmietana 18 %",
    "Żurek w proszku",
    "Masło ekstra",
    "Chleb żytni",
    "Mąka pszenna",
    "Ogórki kiszone",
    "Woda źródlana",
    "Jabłka świeże",
    "Płyn do naczyń",
    "Ręcznik papierowy",
  ],
  el: ["Ελαιόλαδο", "Φέτα ΠΟΠ", "Καφές ελληνικός", "Γιαούρτι", "Μέλι θυμαρίσιο", "Χαρτί κουζίνας", "Ρύζι", "Νερό"],
  ru: ["Гречневая крупа", "Сметана", "Чай чёрный", "Хлеб ржаной", "Молоко", "Сахар-песок", "Масло", "Варенье"],
};

const remarks = [
  "check the expiry date before counting",
  "stands on the second pallet behind the lift",
  "new design of the packaging, the old one is counted under the same number",
  "partly damaged",
  "promotion until the end of the month",
  "count in the back room as well, left of the cold store",
  "only full cartons",
];

const streets = [
  "Mill Lane 4",
  "Station Road 118",
  "Harbour Street 27",
  "Park Avenue 3",
  "Old Market 9",
  "Hill Road 65",
];
const towns = ["Northfield", "Easton", "Kingsbridge", "Westbury", "Ashford", "Middleton"];

const grouped = (value: number, decimals: number, comma: boolean): string => {
  const text = value.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return comma ? text.replaceAll(/[.,]/g, (sign) => (sign === "." ? "," : ".")) : text;
};

export interface Field {
  title: string;
  align: Align;
  maxWidth?: number;
  value: (random: Random, row: number, language: Language) => string;
}

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.int(0, 9)).join("");

/** Columns as shops have them, by name. */
export const FIELDS = {
  position: { title: "Pos", align: "right", value: (_, row) => String(row + 1) },
  code: { title: "Code", align: "left", value: (random) => digits(random, 6) },
  ean: { title: "EAN", align: "left", value: (random) => `40${digits(random, 11)}` },
  article: { title: "Article", align: "left", value: (random, _, language) => random.pick(articles[language]) },
  longArticle: {
    title: "Description",
    align: "left",
    maxWidth: 110,
    value: (random, _, language) =>
      `${random.pick(articles[language])}, ${random.pick(articles[language])} ${random.int(2, 12)} × ${random.int(1, 9)}00 g`,
  },
  size: {
    title: "Size",
    align: "right",
    value: (random) => `${random.pick([125, 200, 250, 400, 500, 750])} ${random.pick(["g", "ml"])}`,
  },
  unit: { title: "Unit", align: "center", value: (random) => random.pick(["pcs", "box", "kg", "tray"]) },
  quantity: { title: "Qty", align: "right", value: (random) => grouped(random.int(1, 2400), 0, false) },
  counted: {
    title: "Counted",
    align: "right",
    value: (random) => (random.chance(0.45) ? String(random.int(1, 240)) : ""),
  },
  system: { title: "System", align: "right", value: (random) => grouped(random.int(0, 1800), 0, false) },
  difference: {
    title: "Diff.",
    align: "right",
    value: (random) => (random.chance(0.3) ? "" : `${random.pick(["+", "-"])}${random.int(1, 60)}`),
  },
  facings: { title: "Facings", align: "center", value: (random) => String(random.int(1, 9)) },
  shelf: {
    title: "Shelf",
    align: "center",
    value: (random) => `${random.pick(["A", "B", "C"])}-${random.int(1, 24)}-${random.int(1, 6)}`,
  },
  bay: { title: "Bay", align: "left", value: (random) => `Bay ${random.int(1, 18)}` },
  price: { title: "Price", align: "right", value: (random) => grouped(random.int(49, 9999) / 100, 2, false) },
  euro: { title: "Preis", align: "right", value: (random) => `${grouped(random.int(49, 250_000) / 100, 2, true)} €` },
  amount: { title: "Amount", align: "right", value: (random) => grouped(random.int(1000, 3_000_000) / 100, 2, false) },
  share: { title: "VAT", align: "right", value: (random) => `${random.pick(["7", "19", "5.5", "20"])} %` },
  date: {
    title: "Best before",
    align: "left",
    value: (random) => `${random.int(10, 28)}.${random.int(10, 12)}.202${random.int(6, 8)}`,
  },
  remark: {
    title: "Remark",
    align: "left",
    maxWidth: 120,
    value: (random) => (random.chance(0.4) ? random.pick(remarks) : ""),
  },
  tick: { title: "OK", align: "center", value: (random) => (random.chance(0.5) ? "x" : "") },
  store: { title: "Store", align: "left", value: (random) => `${random.pick(towns)} ${random.int(1, 9)}` },
  address: { title: "Address", align: "left", value: (random) => `${random.pick(streets)}, ${random.pick(towns)}` },
  phone: {
    title: "Phone",
    align: "left",
    value: (random) => `0${random.int(200, 899)} ${digits(random, 3)} ${digits(random, 4)}`,
  },
} as const satisfies Record<string, Field>;
export type FieldName = keyof typeof FIELDS;

/** Rows of cells with these columns. */
export function rowsOf(names: readonly FieldName[], count: number, random: Random, language: Language): CellSpec[][] {
  return Array.from({ length: count }, (_, row) =>
    names.map((name) => {
      const field: Field = FIELDS[name];
      return { text: field.value(random, row, language) };
    }),
  );
}

const sentences = [
  "Every shelf is photographed from the left to the right, one bay after the other.",
  "Goods that stand in the aisle count for the bay behind them.",
  "Open cartons are counted by the piece; closed ones by the carton.",
  "The count begins after closing time and ends before the first delivery.",
  "Please hand the signed sheets to the office at the entrance.",
  "Articles without a label are put aside and written down at the end.",
  "Cold stores are counted first, so that their doors stay closed afterwards.",
  "Two people count each area independently of each other.",
  "Differences of more than five pieces are counted once more.",
  "The supervisor releases an area only when its photographs are sharp.",
  "Damaged goods keep their number and are marked with a red sticker.",
  "Office staff fill in the offers and the effective prices afterwards.",
  "What was sold during the count is taken from the till's report.",
  "Returned bottles are weighed, and the first five crates are opened.",
];

export const prose = (random: Random, count: number): string => random.shuffle(sentences).slice(0, count).join(" ");
