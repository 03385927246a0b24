import { type Area, areaStatus, countUndecided } from "@precount/domain";
import { eq, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { areas } from "../schema/areas.ts";
import { users } from "../schema/users.ts";
import type { ImageRow } from "./link-images.ts";
import { currentImage } from "./current-image.ts";

export const columnsOf = (
  current: Pick<ReturnType<typeof currentImage>, "sid" | "status" | "photos" | "countsToo" | "approvedUndecided">,
) => {
  const { id, sid, number, voidedAt, voidReason } = areas;
  return {
    id,
    sid,
    number,
    voidedAt,
    voidReason,
    voidedBy: users.name,
    imageSid: sql<string | null>`${current.sid}`,
    imageStatus: sql<ImageRow["status"] | null>`${current.status}`,
    photos: sql<number>`coalesce(${current.photos}, 0)`,
    countsToo: sql<boolean | null>`${current.countsToo}`,
    approvedUndecided: sql<number>`coalesce(${current.approvedUndecided}, 0)`,
  };
};

export const selectAreas = (db: Queryable) => {
  const current = currentImage(db);
  return db
    .select(columnsOf(current))
    .from(areas)
    .leftJoinLateral(current, sql`true`)
    .leftJoin(users, eq(users.sid, areas.voidedBy));
};

type FoundArea = Awaited<ReturnType<ReturnType<typeof selectAreas>["execute"]>>[number];

export const toArea = ({
  id,
  sid,
  number,
  voidedAt,
  voidReason,
  voidedBy,
  imageSid,
  imageStatus,
  photos,
  countsToo,
  approvedUndecided,
}: FoundArea): Area => ({
  id,
  sid,
  name: String(number),
  status: areaStatus({ voided: voidedAt !== null, imageStatus }),
  imageSid,
  photos,
  undecided: countUndecided(approvedUndecided, imageStatus && { status: imageStatus, countsToo }, {
    isVoided: voidedAt !== null,
  }),
  voided: voidedAt === null ? null : { at: voidedAt.toISOString(), by: voidedBy ?? "", reason: voidReason },
});
