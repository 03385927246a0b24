import { type SQL, sql } from "./drizzle.ts";

/** Sorts text naturally: 2 before 10, upper case next to lower case, Ä next to A (ADR-011). A migration creates the collation. */
export const naturalOrder = (text: unknown): SQL => sql`${text} collate natural_order`;
