import type { ImageFlag } from "@precount/domain";
import { type SQL, sql } from "../drizzle.ts";
import { images } from "../schema/images.ts";
import { projects } from "../schema/projects.ts";

/** Domain's `imageHasFlag` in SQL. The conditions need images joined with projects. */

/** Also true for approved and rejected images, because the list shows the badge there too. */
export const isBelowThreshold = sql`(coalesce(${images.stickersCount}, 0) > 0
  and 100 * ${images.validStickersCount} / nullif(${images.stickersCount}, 0) < ${projects.rejectionThreshold})`;

/** One index lookup of the latest job for each image that is neither approved nor rejected. */
export const isLatestJobFailed = sql`(${images.status} not in ('approved', 'rejected') and (
  select j.state from image_jobs j where j.image_sid = ${images.sid} order by j.created_at desc, j.id desc limit 1
  ) = 'failed')`;

export const isWithoutArea = sql`(${images.areaSid} is null and ${images.status} <> 'rejected')`;

const FLAGS: Readonly<Record<ImageFlag, SQL>> = {
  below: isBelowThreshold,
  failed: isLatestJobFailed,
  "no-area": isWithoutArea,
};

/** An SQL condition: the image has all of these flags; undefined without flags. */
export const hasFlags = (flags: readonly ImageFlag[] | undefined): SQL | undefined =>
  flags === undefined || flags.length === 0
    ? undefined
    : sql`(${sql.join(
        flags.map((flag) => FLAGS[flag]),
        sql` and `,
      )})`;
