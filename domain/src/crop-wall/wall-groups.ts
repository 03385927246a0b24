import { compareDoubt } from "../detection/doubt.ts";
import type { Writing } from "../detection/result.ts";
import type { WallSticker } from "./wall-sticker.ts";

/** The property that the crops of a group share. */
export const WALL_GROUPINGS = ["quantity", "code", "confidence", "writing", "area", "validator", "model"] as const;
export type WallGrouping = (typeof WALL_GROUPINGS)[number];

/** The fields of a photo by which its crops are grouped. Null: no area, or not validated. */
export type WallPhotoFacts = { area: string | null; validator: string | null; model: string };
type Groupable = Pick<WallSticker, "code" | "quantity" | "confidence" | "writing" | "doubt"> & {
  image: WallPhotoFacts;
};

/** Upper bounds of the confidence bands, exclusive. */
const BANDS = [
  { below: 0.5, title: "Below 50 %" },
  { below: 0.8, title: "50–80 %" },
  { below: 0.95, title: "80–95 %" },
  { below: 0.99, title: "95–99 %" },
  { below: Infinity, title: "99 % and more" },
] as const;

/** The key of a missing value. It sorts before all values, because a person must look at missing values first. */
const MISSING = "";

type GroupName = { key: string; title: string };

const NAMES: Readonly<Record<WallGrouping, (sticker: Groupable) => GroupName>> = {
  quantity: ({ quantity }) => named(quantity, "No quantity", (value) => `Quantity ${value}`),
  code: ({ code }) => named(code, "No code", (value) => `Code ${value}`),
  confidence: ({ confidence }) => bandOf(confidence),
  writing: ({ writing }) => (writing === null ? { key: MISSING, title: "Not known" } : WRITING_NAMES[writing]),
  area: ({ image }) => named(image.area, "No area", (value) => `Area ${value}`),
  validator: ({ image }) => named(image.validator, "Not validated", (value) => `Validated by ${value}`),
  model: ({ image }) => named(image.model, "Unnamed model", (value) => `Model ${value}`),
};

/** Handwriting first: most errors are there. */
const WRITING_NAMES: Readonly<Record<Writing, GroupName>> = {
  hand: { key: "1", title: "Handwritten" },
  mixed: { key: "2", title: "Printed and handwritten" },
  print: { key: "3", title: "Printed" },
};

const named = (value: string | null, missing: string, title: (value: string) => string): GroupName =>
  value === null || value === MISSING ? { key: MISSING, title: missing } : { key: value, title: title(value) };

function bandOf(confidence: number | null): GroupName {
  if (confidence === null) return { key: String(BANDS.length), title: "Typed or confirmed by a person" };
  const band = BANDS.findIndex(({ below }) => confidence < below);
  return { key: String(band), title: BANDS[band]?.title ?? "" };
}

export type WallGroup<T> = GroupName & { stickers: T[] };

/** The groups in the order of their values, numbers by size. In each group the most doubtful sticker is first. */
export function groupWall<T extends Groupable>(stickers: readonly T[], by: WallGrouping): WallGroup<T>[] {
  const groups = new Map<string, WallGroup<T>>();
  for (const sticker of stickers) {
    const name = NAMES[by](sticker);
    const group = groups.get(name.key) ?? { ...name, stickers: [] };
    group.stickers.push(sticker);
    groups.set(name.key, group);
  }
  for (const { stickers: ofGroup } of groups.values()) ofGroup.sort(byDoubt);
  return [...groups.values()].toSorted((a, b) => compareKeys(a.key, b.key));
}

const byDoubt = (a: Groupable, b: Groupable): number => compareDoubt(a.doubt, b.doubt);

const collator = new Intl.Collator("en", { numeric: true });
const compareKeys = (a: string, b: string): number =>
  Number(a !== MISSING) - Number(b !== MISSING) || collator.compare(a, b);
