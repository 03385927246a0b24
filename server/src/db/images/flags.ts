import type { ImageFlag } from "@precount/domain";
import { type SQL, sql } from "../drizzle.ts";
import { images } from "../schema/images.ts";
import { projects } from "../schema/projects.ts";

/** Domain's `imageHasMark` in SQL, of a row of images joined with its event. */

/** Also of what is settled: the list shows the badge there too. */
export const isBelowThreshold = sql`(coalesce(${images.stickersCount}, 0) > 0
  and 100 * ${images.validStickersCount} / nullif(${images.stickersCount}, 0) < ${projects.rejectionThreshold})`;

/** One look into the index of jobs for each image that nobody has settled. */
export const isLatestJobFailed = sql`(${images.status} not in ('approved', 'rejected') and (
  select j.state from image_jobs j where j.image_sid = ${images.sid} order by j.created_at desc, j.id desc limit 1
  ) = 'failed')`;

const MARKS: Readonly<Record<ImageFlag, SQL>> = { below: isBelowThreshold, failed: isLatestJobFailed };

/** Images that have all of these marks; undefined when none is asked for. */
export const hasFlags = (marks: readonly ImageFlag[] | undefined): SQL | undefined =>
  marks === undefined || marks.length === 0
    ? undefined
    : sql`(${sql.join(
        marks.map((mark) => MARKS[mark]),
        sql` and `,
      )})`;
