import { type AreaGap, rejectionText } from "@precount/domain";
import { currentImage } from "./current-image.ts";
import type { Queryable } from "../connect.ts";
import { and, asc, eq, isNull, sql } from "../drizzle.ts";
import { areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";
import { users } from "../schema/users.ts";

/** The gaps of an event (domain's `isGap`): rejected areas first, then areas without a photo, each by number. One statement. */
export async function listAreaGaps(db: Queryable, projectSid: string): Promise<AreaGap[]> {
  const current = currentImage(db);
  const rows = await db
    .select({
      sid: areas.sid,
      number: areas.number,
      imageSid: images.sid,
      imageName: images.name,
      at: images.rejectedAt,
      by: users.name,
      rejectReason: images.rejectReason,
      rejectNote: images.rejectNote,
    })
    .from(areas)
    .leftJoinLateral(current, sql`true`)
    .leftJoin(images, eq(images.sid, current.sid))
    .leftJoin(users, eq(users.sid, images.rejectedBy))
    .where(
      and(
        eq(areas.projectSid, projectSid),
        isNull(areas.voidedAt),
        sql`(${current.status} is null or ${current.status} = 'rejected')`,
      ),
    )
    .orderBy(sql`${images.sid} is null`, asc(areas.number));
  return rows.map(({ sid, number, imageSid, imageName, at, by, rejectReason, rejectNote }) => {
    const name = String(number);
    const reason = rejectReason && rejectionText({ reason: rejectReason, note: rejectNote });
    // A check constraint requires both columns on every rejected image.
    return imageSid !== null && imageName !== null && at !== null
      ? { sid, name, status: "rejected", rejected: { imageSid, imageName, at: at.toISOString(), by: by ?? "", reason } }
      : { sid, name, status: "not_taken", rejected: null };
  });
}

/** Number of an event's areas, including voided ones. */
export const countAreas = (db: Queryable, projectSid: string): Promise<number> =>
  db.$count(areas, eq(areas.projectSid, projectSid));
