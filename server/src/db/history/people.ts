import type { Queryable } from "../connect.ts";
import { sql } from "../drizzle.ts";
import { auditEntries } from "../schema/audit.ts";
import { users } from "../schema/users.ts";

export type TimelinePerson = { sid: string; name: string };

/**
 * The people who did one of these actions in an event, by name. PostgreSQL would read every entry for distinct values, so this takes one
 * probe of the index per person. A user who was deleted has the name that an entry recorded.
 */
export async function listTimelinePeople(
  db: Queryable,
  { projectSid, actions }: { projectSid: string; actions: readonly string[] },
): Promise<TimelinePerson[]> {
  const list = sql`${sql.param([...actions])}::text[]`;
  const { rows } = await db.execute<TimelinePerson>(sql`
    with recursive actor (sid) as (
      (select e.actor_sid from ${auditEntries} e where e.project_sid = ${projectSid} order by e.actor_sid limit 1)
      union all
      select (select e.actor_sid from ${auditEntries} e where e.project_sid = ${projectSid} and e.actor_sid > actor.sid
        order by e.actor_sid limit 1)
      from actor where actor.sid is not null)
    select actor.sid, coalesce(u.name, entry.actor_name, '') as name
    from actor
    cross join lateral (select e.actor_name from ${auditEntries} e where e.project_sid = ${projectSid} and e.actor_sid = actor.sid
      and e.action = any(${list}) limit 1) entry
    left join ${users} u on u.sid = actor.sid
    where actor.sid is not null
    order by name, actor.sid`);
  return rows;
}
