import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { type RejectedRow, duplicateReason } from "@precount/domain";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { eq, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { itemLists, itemListVersions } from "../schema/items.ts";

/*
 * An import fills a temporary table, which other connections do not see and which needs no cleaning up, compares it with the current
 * version, and copies it into the next one, all in one transaction.
 */

const DATA = "description, department, unit_price, pack_size, expected_quantity, last_quantity, active";

/** Copies a converted file into the temporary table of this transaction. */
export async function stageItems(client: PoolClient, path: string, columns: readonly string[]): Promise<void> {
  await client.query(`
    create temp table staged_items (line integer, code text, description text, department text, unit_price numeric(12, 4),
      pack_size integer, expected_quantity integer, last_quantity integer, active boolean) on commit drop`);
  const copy = client.query(copyFrom(`copy staged_items (${columns.join(", ")}) from stdin`));
  await pipeline(createReadStream(path), copy);
}

/** More lines than a reason names, so that the reason can say that there are more. */
const LINES_FOR_REASON = 20;

/**
 * Removes the rows of codes with different data, and the repetitions of equal rows.
 * @param limit rejected rows that are returned
 */
export async function removeDuplicates(
  tx: Queryable,
  limit: number,
): Promise<{ rejected: number; rejections: RejectedRow[]; repeated: number }> {
  await tx.execute(sql`create index on staged_items (code)`);
  await tx.execute(sql`analyze staged_items`);
  const { rows } = await tx.execute<{ code: string; lines: number[]; kinds: number }>(sql`
    select code, array_agg(line order by line) as lines, count(distinct (${sql.raw(DATA)}))::int as kinds
    from staged_items where code in (select code from staged_items group by code having count(*) > 1) group by code`);
  const conflicts = rows.filter(({ kinds }) => kinds > 1);
  const rejected = conflicts.flatMap(({ code, lines }) => lines.map((line) => ({ line, code, lines })));
  const codes = conflicts.map(({ code }) => code);
  await tx.execute(sql`delete from staged_items where code = any(${sql.param(codes)}::text[])`);
  // A join of all rows with the same code would be quadratic: a wrong column may hold one code in every row.
  const { rowCount } = await tx.execute(sql`
    delete from staged_items later using (select code, min(ctid) as ctid from staged_items group by code having count(*) > 1) first
    where later.code = first.code and later.ctid <> first.ctid`);
  const rejections = rejected
    .toSorted((a, b) => a.line - b.line)
    .slice(0, limit)
    .map(({ line, code, lines }) => ({ line, reason: duplicateReason(code, lines.slice(0, LINES_FOR_REASON), line) }));
  return { rejected: rejected.length, rejections, repeated: rowCount ?? 0 };
}

export type ItemChanges = { items: number; added: number; changed: number; removed: number; unchanged: number };

/** Compares the staged items with a version; null for no version. */
export async function compareItems(tx: Queryable, versionSid: string | null): Promise<ItemChanges> {
  const { rows } = await tx.execute<ItemChanges>(sql`
    select count(staged.code)::int as items,
      count(*) filter (where old.code is null)::int as added,
      count(*) filter (where staged.code is null)::int as removed,
      count(*) filter (where (${columnsOf("staged")}) is distinct from (${columnsOf("old")})
        and old.code is not null and staged.code is not null)::int as changed,
      count(*) filter (where (${columnsOf("staged")}) is not distinct from (${columnsOf("old")})
        and old.code is not null and staged.code is not null)::int as unchanged
    from staged_items staged
    full join (select * from items where version_sid = ${versionSid ?? ""}) old on old.code = staged.code`);
  const [changes] = rows;
  if (!changes) throw new Error("counting the changed items returned no row");
  return changes;
}

const columnsOf = (table: string) =>
  sql.raw(
    DATA.split(", ")
      .map((column) => `${table}.${column}`)
      .join(", "),
  );

type NewVersion = typeof itemListVersions.$inferInsert;

/** Inserts the next version with the staged items and makes it the current one. */
export async function insertVersion(tx: Queryable, version: NewVersion): Promise<void> {
  await tx.insert(itemListVersions).values(version);
  await tx.execute(sql`
    insert into items (version_sid, code, ${sql.raw(DATA)})
    select ${version.sid}, code, ${sql.raw(DATA)} from staged_items order by code`);
  await tx.update(itemLists).set({ currentVersion: version.version }).where(eq(itemLists.sid, version.listSid));
}
