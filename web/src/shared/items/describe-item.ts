import type { Item } from "@precount/domain";

/** A price as the list has it, with at least two decimals. Lists do not name a currency. */
export const describePrice = (price: number): string =>
  price.toLocaleString("en-GB", { minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** 'Green tea · 1.99 · pack of 6 · inactive'. */
export function describeItem({ description, unitPrice, packSize, active }: Item): string {
  return [
    description ?? "No description",
    ...(unitPrice === null ? [] : [describePrice(unitPrice)]),
    ...(packSize === null ? [] : [`pack of ${packSize.toLocaleString("en-GB")}`]),
    ...(active ? [] : ["inactive"]),
  ].join(" · ");
}
