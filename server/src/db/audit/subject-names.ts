import { type NamedSubject, NAMING_CALLS } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, desc, inArray, sql } from "../drizzle.ts";
import { apiTokens } from "../schema/api-tokens.ts";
import { areas } from "../schema/areas.ts";
import { auditEntries } from "../schema/audit.ts";
import { imageDetections } from "../schema/detections.ts";
import { destinations } from "../schema/destinations.ts";
import { userGroups } from "../schema/groups.ts";
import { images } from "../schema/images.ts";
import { models } from "../schema/models.ts";
import { projects } from "../schema/projects.ts";
import { reports } from "../schema/reports.ts";
import { users } from "../schema/users.ts";

export type SubjectNames = {
  /** Sids are unique across tables. */
  bySid: ReadonlyMap<string, NamedSubject>;
  /** Refused calls name an event by the slug of their input. */
  eventBySlug: ReadonlyMap<string, NamedSubject>;
};

/** The names of rows that audit entries are about. One statement. @param sids and slugs of events */
export async function readSubjectNames(db: Queryable, sids: readonly string[]): Promise<SubjectNames> {
  if (sids.length === 0) return { bySid: new Map(), eventBySlug: new Map() };
  const given = sql`any(${sql.param([...sids])}::text[])`;
  const ofEvent = sql`join ${projects} p on p.sid = o.project_sid where o.sid = ${given}`;
  const { rows } = await db.execute<NamedSubject>(sql`
    select 'image' as kind, o.sid, o.name, p.slug, o.sid as "imageSid" from ${images} o ${ofEvent}
    union all select 'detection', d.sid, o.name, p.slug, o.sid from ${imageDetections} d join ${images} o on o.sid = d.image_sid
      join ${projects} p on p.sid = o.project_sid where d.sid = ${given}
    union all select 'area', o.sid, o.number::text, p.slug, null from ${areas} o ${ofEvent}
    union all select 'report', o.sid, o.title, p.slug, null from ${reports} o ${ofEvent}
    union all select 'project', sid, name, slug, null from ${projects} where sid = ${given} or slug = ${given}
    union all select 'destination', sid, name, null, null from ${destinations} where sid = ${given}
    union all select 'token', id, name, null, null from ${apiTokens} where id = ${given}
    union all select 'user', sid, name, null, null from ${users} where sid = ${given}
    union all select 'group', sid, name, null, null from ${userGroups} where sid = ${given}
    union all select 'model', sid, title, null, null from ${models} where sid = ${given}`);
  const events = rows.filter(({ kind }) => kind === "project");
  return {
    bySid: new Map(rows.map((row) => [row.sid, row])),
    eventBySlug: new Map(events.flatMap((row) => (row.slug === null ? [] : [[row.slug, row]]))),
  };
}

/** The last names of deleted rows, by sid, from the entries that store them. */
export async function readStoredNames(db: Queryable, sids: readonly string[]): Promise<Map<string, string>> {
  if (sids.length === 0) return new Map();
  const { id, action, details, subjectSid } = auditEntries;
  const rows = await db
    .selectDistinctOn([subjectSid], { sid: subjectSid, name: sql<string>`${details} ->> 'name'` })
    .from(auditEntries)
    .where(
      and(
        inArray(subjectSid, [...sids]),
        inArray(action, [...NAMING_CALLS]),
        sql`jsonb_typeof(${details} -> 'name') = 'string'`,
      ),
    )
    .orderBy(subjectSid, desc(id));
  return new Map(rows.flatMap(({ sid, name }) => (sid === null ? [] : [[sid, name]])));
}
