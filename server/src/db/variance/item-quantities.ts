import type { Queryable } from "../connect.ts";
import { type SQL, sql } from "../drizzle.ts";
import { items } from "../schema/items.ts";

export type ItemQuantities = { hasExpected: boolean; hasLast: boolean; hasPrices: boolean };

const has = (versionSid: string, column: unknown): SQL<boolean> =>
  sql<boolean>`exists (select from ${items} where ${items.versionSid} = ${versionSid} and ${column} is not null)`;

/** Which fields a version of an item list has for at least one item. One statement. */
export async function readItemQuantities(db: Queryable, versionSid: string | null): Promise<ItemQuantities> {
  if (versionSid === null) return { hasExpected: false, hasLast: false, hasPrices: false };
  const { rows } =
    await db.execute<ItemQuantities>(sql`select ${has(versionSid, items.expectedQuantity)} as "hasExpected",
    ${has(versionSid, items.lastQuantity)} as "hasLast", ${has(versionSid, items.unitPrice)} as "hasPrices"`);
  return rows[0] ?? { hasExpected: false, hasLast: false, hasPrices: false };
}
