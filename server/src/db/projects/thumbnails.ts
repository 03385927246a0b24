import type { Thumbnail } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { sql } from "../drizzle.ts";
import { type NamedPhotoRow, imageContentsUrl } from "../images/contents-url.ts";
import { images } from "../schema/images.ts";

/** The newest images of any number of events, the newest first. One statement with an index lookup per event. */
export async function listNewestImages(
  db: Queryable,
  projects: readonly { sid: string; slug: string }[],
  limit: number,
): Promise<Map<string, Thumbnail[]>> {
  const { rows } = await db.execute<NamedPhotoRow>(sql`
    select newest.* from unnest(${sql.param(projects.map(({ sid }) => sid))}::text[]) as event (sid)
    cross join lateral (
      select ${images.projectSid} as "projectSid", ${images.sid} as sid, ${images.name} as name, ${images.orientation} as orientation,
        ${images.rotation} as rotation, ${images.sha256} as sha256
      from ${images} where ${images.projectSid} = event.sid order by ${images.createdAt} desc limit ${limit}) newest`);
  const ofEvent = Map.groupBy(rows, ({ projectSid }) => projectSid);
  return new Map(
    projects.map(({ sid, slug }) => [
      sid,
      (ofEvent.get(sid) ?? []).map((image) => ({
        sid: image.sid,
        name: image.name,
        src: imageContentsUrl(image, slug),
      })),
    ]),
  );
}
