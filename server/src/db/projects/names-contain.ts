import { type SQL, sql } from "../drizzle.ts";
import { projects } from "../schema/projects.ts";

/** Whether an event's name, slug or store number contains a text. */
export const namesContain = (pattern: string): SQL =>
  sql`(${projects.name} ilike ${pattern} or ${projects.slug} ilike ${pattern} or ${projects.storeNumber} ilike ${pattern})`;
