import type { Item } from "@precount/domain";

export type Random = () => number;

/** A sticker in a drawn store. `area` counts from 0. */
export type DrawnSticker = { code: string; area: number; quantity: number };
type DrawnArea = { isVoided: boolean; shelves: number; previousStickers: number; previousUnits: number };
export type DrawnStore = { items: Map<string, Item>; stickers: DrawnSticker[]; areas: DrawnArea[] };

export const pick = <T>(random: Random, values: readonly T[]): T => {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error("There is no value to pick from.");
  return value;
};
/** Normally distributed (Box–Muller). */
const normal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const between = (random: Random, from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
export const randomCode = (random: Random): string => String(Math.floor(random() * 1_000_000)).padStart(6, "0");

/** The quantity in the books for a true stock: most agree, some differ, and a few are badly wrong. */
function bookQuantity(random: Random, stock: number): number {
  const kind = random();
  if (kind < 0.45) return stock;
  if (kind < 0.9) return Math.max(0, Math.round(stock * (1 + 0.08 * normal(random))));
  if (kind < 0.985) return Math.max(0, Math.round(stock * (1 + 0.3 * normal(random))));
  return Math.max(0, Math.round(stock * Math.exp(normal(random))));
}

/**
 * A store with a correct count and the usual differences: books that disagree with the shelf, goods that are sold out, new
 * articles, goods in two places, and empty shelves.
 */
export function drawStore(random: Random): DrawnStore {
  const areaCount = between(random, 60, 220);
  const store: DrawnStore = { items: new Map(), stickers: [], areas: [] };
  const level = between(random, 10, 20);
  for (let area = 0; area < areaCount; area += 1) {
    const isEmpty = random() < 0.015;
    const codes = isEmpty ? 0 : Math.max(2, Math.round(level * (1 + 0.25 * normal(random))));
    const department = `Department ${1 + Math.floor((area / areaCount) * 8)}`;
    for (let n = 0; n < codes; n += 1) drawArticle(random, store, { area, areaCount, department });
    store.areas.push({
      isVoided: isEmpty && random() < 0.5,
      shelves: between(random, 3, 6),
      previousStickers: 0,
      previousUnits: 0,
    });
  }
  drawPrevious(random, store);
  drawSoldOut(random, store);
  return store;
}

function drawArticle(
  random: Random,
  { items, stickers }: DrawnStore,
  { area, areaCount, department }: { area: number; areaCount: number; department: string },
): void {
  const code = randomCode(random);
  if (items.has(code)) return;
  const packSize = pick(random, [1, 1, 6, 10, 12, 24]);
  const typical = Math.exp(2.6 + 0.7 * normal(random));
  const quantities = Array.from({ length: pick(random, [1, 1, 1, 2, 2, 3, 5]) }, () =>
    Math.max(1, Math.round((typical * Math.exp(0.2 * normal(random))) / packSize) * packSize || packSize),
  );
  const second = random() < 0.04 ? between(random, 0, areaCount - 1) : Math.min(areaCount - 1, area + 1);
  const placed = quantities.map((quantity, at) => ({ code, area: at > 2 ? second : area, quantity }));
  stickers.push(...placed);
  const stock = placed.reduce((sum, { quantity }) => sum + quantity, 0);
  // New articles are not in the list yet.
  if (random() < 0.002) return;
  items.set(code, {
    code,
    description: null,
    department,
    unitPrice: random() < 0.97 ? Math.round(100 * Math.exp(1.5 + 0.9 * normal(random))) / 100 : null,
    packSize,
    expectedQuantity: bookQuantity(random, stock),
    lastQuantity: random() < 0.9 ? Math.max(0, Math.round(stock * Math.exp(0.35 * normal(random)))) : null,
    active: random() > 0.002,
  });
}

/** The last count of each area: most areas were much the same. */
function drawPrevious(random: Random, { stickers, areas }: DrawnStore): void {
  const byArea = Map.groupBy(stickers, ({ area }) => area);
  for (const [at, area] of areas.entries()) {
    const ofArea = byArea.get(at) ?? [];
    const share = Math.max(0, 1 + 0.1 * normal(random));
    area.previousStickers = Math.round(ofArea.length * share);
    area.previousUnits = Math.round(ofArea.reduce((sum, { quantity }) => sum + quantity, 0) * share);
  }
}

/** Items with an expected quantity that are really gone. */
function drawSoldOut(random: Random, { items }: DrawnStore): void {
  const count = Math.round(items.size * 0.01);
  for (let n = 0; n < count; n += 1) {
    const code = randomCode(random);
    const quantity = Math.max(1, Math.round(Math.exp(1.2 + 0.8 * normal(random))));
    const item = {
      code,
      description: null,
      department: "Department 1",
      packSize: 1,
      expectedQuantity: quantity,
      lastQuantity: random() < 0.5 ? 0 : quantity,
      active: true,
    };
    if (!items.has(code))
      items.set(code, { ...item, unitPrice: Math.round(100 * Math.exp(1.5 + 0.9 * normal(random))) / 100 });
  }
}
