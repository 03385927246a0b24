import { type SQL, sql } from "./drizzle.ts";

/**
 * A text in the order of people: 2 before 10, capitals beside small letters, Ä beside A (decision record 011). The collation is
 * made by a migration.
 */
export const naturalOrder = (text: unknown): SQL => sql`${text} collate natural_order`;
