import { seededRandom } from "../random.ts";

export type ColumnKind = "number" | "code" | "ean" | "name" | "unit" | "quantity" | "price" | "place" | "date" | "note";

const HEADINGS: Record<ColumnKind, string> = {
  number: "No.",
  code: "Code",
  ean: "EAN",
  name: "Article",
  unit: "Unit",
  quantity: "Quantity",
  price: "Price",
  place: "Bay",
  date: "Date",
  note: "Note",
};

const NAMES = [
  "Oat drink 1 l",
  "Rice cakes 100 g",
  "Tomato soup",
  "Sparkling water",
  "Dark chocolate 70 %",
  "Coffee beans, whole",
  "Batteries AA (4)",
  "Kitchen towel 2-ply",
  "Apple juice",
  "Olive oil 0.5 l",
  "Basmati rice",
  "Dish soap, lemon",
  "Toothpaste mint",
  "Butter salted",
  "Strawberry jam",
  "Green tea, 20 bags",
  "Shampoo 250 ml",
  "Pasta penne",
  "Crispbread rye",
  "Honey mustard",
  "Cat food, tuna",
  "Light bulb E27",
  "Baking paper",
  "Salt & pepper set",
];
const UNITS = ["pcs", "box", "kg", "bag", "case", "roll"];
const NOTES = ["recount", "damaged", "ok", "top shelf", "see bay 12", "moved", "new label", "back stock"];

/** Rows of a count sheet with a heading row: codes with leading zeros, amounts, a few empty cells. */
export function sheetRows(kinds: readonly ColumnKind[], rows: number, seed: number): string[][] {
  const random = seededRandom(seed);
  const digits = (count: number) => Array.from({ length: count }, () => random.int(0, 9)).join("");
  const cells: Record<ColumnKind, (row: number) => string> = {
    number: (row) => String(row),
    code: () => `0${digits(5)}`,
    ean: () => `400${digits(10)}`,
    name: () => random.pick(NAMES),
    unit: () => random.pick(UNITS),
    quantity: () => String(Math.floor(random.next() ** 2 * 480) + 1),
    price: () => `${(Math.floor(random.next() ** 3 * 2400) + 1).toLocaleString("en")}.${digits(2)}`,
    place: () => `${random.pick(["A", "B", "C", "D"])}-${digits(2)}`,
    date: () => `${String(random.int(1, 28)).padStart(2, "0")}/11/2026`,
    note: () => (random.chance(0.5) ? "" : random.pick(NOTES)),
  };
  const body = Array.from({ length: rows - 1 }, (_, row) => kinds.map((kind) => cells[kind](row + 1)));
  return [kinds.map((kind) => HEADINGS[kind]), ...body];
}
