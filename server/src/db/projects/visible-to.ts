import { type Viewer, may } from "@precount/domain";
import { type SQL, and, ne, sql } from "../drizzle.ts";
import { projects } from "../schema/projects.ts";

/** The events that a user may see (PD-47): domain's canSeeProject in SQL. An event archived from preview stays hidden. */
export const visibleTo = (person: Viewer): SQL | undefined =>
  and(
    may(person, "project.see-preview").ok
      ? undefined
      : and(ne(projects.status, "preview"), sql`${projects.statusBeforeArchive} is distinct from 'preview'`),
    may(person, "project.see-every-group").ok
      ? undefined
      : sql`${projects.groups} && ${sql.param(person.groups ?? [])}::text[]`,
  );
