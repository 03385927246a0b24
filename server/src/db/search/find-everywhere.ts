import type { FoundArea, FoundCode, FoundEvent, FoundPerson, FoundPhoto } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { escapeLike, containsPattern } from "../escape-like.ts";
import { type SQL, and, sql } from "../drizzle.ts";
import { type NamedPhotoRow, imageContentsUrl } from "../images/contents-url.ts";
import { naturalOrder } from "../natural-order.ts";
import { areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";
import { projects } from "../schema/projects.ts";
import { users } from "../schema/users.ts";
import { namesContain } from "../projects/names-contain.ts";
import type { ProjectRow } from "../projects/project-row.ts";

/* Each function is one statement. Callers name the events, so that no row of an event that the user does not see is found. */

type Event = Pick<ProjectRow, "sid" | "slug" | "name" | "status">;

/** The number of entries of each kind. */
const MAX_FOUND = 6;

/** Events whose name, slug or store number contains the text, the newest first. `visible` limits them to those that the user sees. */
export async function findEvents(db: Queryable, visible: SQL | undefined, text: string): Promise<FoundEvent[]> {
  const rows = await db
    .select({ slug: projects.slug, name: projects.name, status: projects.status })
    .from(projects)
    .where(and(visible, namesContain(containsPattern(text))))
    .orderBy(sql`${projects.status} = 'archived', ${projects.createdAt} desc, ${projects.sid}`)
    .limit(MAX_FOUND);
  return rows;
}

/** The newest events, before them the one with the slug or sid `current`. */
export const listSearchedEvents = (
  db: Queryable,
  visible: SQL | undefined,
  { current, limit }: { current: string | undefined; limit: number },
): Promise<Event[]> =>
  db
    .select({ sid: projects.sid, slug: projects.slug, name: projects.name, status: projects.status })
    .from(projects)
    .where(visible)
    .orderBy(
      sql`${current ?? ""} in (${projects.slug}, ${projects.sid}) desc, ${projects.status} = 'archived', ${projects.createdAt} desc`,
    )
    .limit(limit);

const sidsOf = (events: readonly Event[]): SQL => sql`${sql.param(events.map(({ sid }) => sid))}::text[]`;
const withEvent = <T extends { projectSid: string }>(events: readonly Event[], rows: readonly T[]) => {
  const bySid = new Map(events.map((event) => [event.sid, event]));
  return rows.flatMap((row) => {
    const event = bySid.get(row.projectSid);
    return event ? [{ row, event: { slug: event.slug, name: event.name, status: event.status } }] : [];
  });
};

/** Images whose name contains the text, in the order of the events. */
export async function findPhotos(db: Queryable, events: readonly Event[], text: string): Promise<FoundPhoto[]> {
  const { rows } = await db.execute<NamedPhotoRow>(sql`
    select ${images.projectSid} as "projectSid", ${images.sid} as sid, ${images.name} as name, ${images.orientation} as orientation,
      ${images.rotation} as rotation, ${images.sha256} as sha256
    from ${images} where ${images.projectSid} = any(${sidsOf(events)}) and ${images.name} ilike ${containsPattern(text)}
    order by array_position(${sidsOf(events)}, ${images.projectSid}), ${naturalOrder(images.name)}, ${images.sid} limit ${MAX_FOUND}`);
  return withEvent(events, rows).map(({ row, event }) => ({
    sid: row.sid,
    name: row.name,
    src: imageContentsUrl(row, event.slug),
    event,
  }));
}

/** Areas with this number, in the order of the events. */
export async function findAreas(db: Queryable, events: readonly Event[], number: number): Promise<FoundArea[]> {
  const { rows } = await db.execute<{ projectSid: string; number: number }>(sql`
    select ${areas.projectSid} as "projectSid", ${areas.number} as number from ${areas}
    where ${areas.projectSid} = any(${sidsOf(events)}) and ${areas.number} = ${number}
    order by array_position(${sidsOf(events)}, ${areas.projectSid}) limit ${MAX_FOUND}`);
  return withEvent(events, rows).map(({ row, event }) => ({ number: row.number, event }));
}

/** The codes of stickers that begin with these digits, with the number of images, in the order of the events. */
export async function findCodes(db: Queryable, events: readonly Event[], digits: string): Promise<FoundCode[]> {
  const { rows } = await db.execute<{ projectSid: string; code: string; images: number }>(sql`
    select s.project_sid as "projectSid", s.code, count(distinct s.image_sid)::int as images from image_stickers s
    where s.project_sid = any(${sidsOf(events)}) and s.code like ${`${escapeLike(digits)}%`}
    group by s.project_sid, s.code
    order by array_position(${sidsOf(events)}, s.project_sid), s.code limit ${MAX_FOUND}`);
  return withEvent(events, rows).map(({ row, event }) => ({ code: row.code, images: row.images, event }));
}

/** Accounts whose name or e-mail contains the text. */
export async function findPeople(db: Queryable, text: string): Promise<FoundPerson[]> {
  const pattern = containsPattern(text);
  return db
    .select({ sid: users.sid, name: users.name, email: users.email })
    .from(users)
    .where(sql`(${users.name} ilike ${pattern} or ${users.email} ilike ${pattern})`)
    .orderBy(sql`lower(${users.name})`, users.sid)
    .limit(MAX_FOUND);
}
