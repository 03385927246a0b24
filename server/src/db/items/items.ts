import { type Item, type ItemCodes, clampPage, toItemCodes } from "@precount/domain";
import { and, asc, eq, or, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { escapeLike } from "../escape-like.ts";
import { items } from "../schema/items.ts";
import { findEventVersion } from "./lists.ts";

const COLUMNS = {
  code: items.code,
  description: items.description,
  department: items.department,
  unitPrice: items.unitPrice,
  packSize: items.packSize,
  expectedQuantity: items.expectedQuantity,
  lastQuantity: items.lastQuantity,
  active: items.active,
};

/** The items of a version with these codes. */
export const findItems = (db: Queryable, versionSid: string, codes: readonly string[]): Promise<Item[]> =>
  db
    .select(COLUMNS)
    .from(items)
    .where(and(eq(items.versionSid, versionSid), sql`${items.code} = any(${sql.param([...codes])}::text[])`))
    .orderBy(asc(items.code));

/** The read codes, split by whether the event's list has them; null without a list. Two statements. */
export async function readItemCodes(
  db: Queryable,
  projectSid: string,
  codes: readonly string[],
): Promise<ItemCodes | null> {
  const version = await findEventVersion(db, projectSid);
  if (version === null) return null;
  const rows = await db
    .select({ code: items.code })
    .from(items)
    .where(and(eq(items.versionSid, version.sid), sql`${items.code} = any(${sql.param([...codes])}::text[])`));
  return toItemCodes(codes, new Set(rows.map(({ code }) => code)), version.itemCount);
}

export type ItemPage = { items: Item[]; total: number; page: number };

/** One page of a version's items by code; `search` finds the start of codes and any part of descriptions and departments. */
export async function listItems(
  db: Queryable,
  versionSid: string,
  { search = "", page, pageSize }: { search?: string | undefined; page: number; pageSize: number },
): Promise<ItemPage> {
  const text = `%${escapeLike(search)}%`;
  const matches =
    search === ""
      ? undefined
      : or(
          sql`${items.code} like ${`${escapeLike(search)}%`}`,
          sql`${items.description} ilike ${text}`,
          sql`${items.department} ilike ${text}`,
        );
  const where = and(eq(items.versionSid, versionSid), matches);
  const total = await db.$count(items, where);
  const shown = clampPage(page, pageSize, total);
  const rows = await db
    .select(COLUMNS)
    .from(items)
    .where(where)
    .orderBy(asc(items.code))
    .limit(pageSize)
    .offset((shown - 1) * pageSize);
  return { items: rows, total, page: shown };
}
