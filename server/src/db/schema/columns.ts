import { EVERYONE, ROTATIONS } from "@precount/domain";
import { type SQL, customType, pgEnum, sql, text, timestamp } from "../drizzle.ts";

export const rotationEnum = pgEnum("rotation", ROTATIONS);

/** A cuid2; add `check(…, isCuid2(column))` where the table makes its own. */
export const sid = (): ReturnType<typeof text> => text();

export const instant = () => timestamp({ withTimezone: true, mode: "date" });

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

export const isCuid2 = (column: unknown): SQL => sql`${column} ~ '^[a-z0-9]{24}$'`;

/**
 * The groups of a user or an event: group sids, and `everyone`, which has no row. Stored as a list in the row, so that access
 * checks need no join. Deleting a group removes it from all lists (db/groups.ts).
 */
export const groups = () => text().array().notNull().default([EVERYONE]);
