import { EVERYONE, ROTATIONS } from "@precount/domain";
import { type SQL, customType, pgEnum, sql, text, timestamp } from "../drizzle.ts";

export const rotationEnum = pgEnum("rotation", ROTATIONS);

export const sid = (): ReturnType<typeof text> => text();

export const instant = () => timestamp({ withTimezone: true, mode: "date" });

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

export const isCuid2 = (column: unknown): SQL => sql`${column} ~ '^[a-z0-9]{24}$'`;

/**
 * Of which groups somebody or something is: sids of groups, and `everyone`, which has no row. A list beside the row, so that
 * every question about an event has its answer at hand; who deletes a group takes it out of all lists (db/groups.ts).
 */
export const groups = () => text().array().notNull().default([EVERYONE]);
