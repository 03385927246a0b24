import { IMAGE_STATS_SORTS, imageStatusSchema } from "@precount/domain";
import { z } from "zod";
import { type ImageStatsList, listImageStats } from "../../db/images/stats.ts";
import type { SignedInContext } from "../context.ts";
import { bySlug, paging } from "../inputs.ts";
import { requireProject } from "./require-project.ts";

export const getProjectStatsInput = bySlug.extend({
  ...paging,
  status: z.array(imageStatusSchema).optional(),
  /** One of IMAGE_STATS_SORTS; any other value sorts by name. */
  sort: z.string().max(40).optional(),
});

/** One page of the statistics of an event's images, and their totals (PD-37). */
export async function getProjectStats(
  { db, session }: SignedInContext,
  { slug, status, sort, ...query }: z.infer<typeof getProjectStatsInput>,
): Promise<ImageStatsList> {
  const { sid: projectSid } = await requireProject({ db, session }, slug);
  return listImageStats(db, {
    ...query,
    user: session.user,
    projectSid,
    statuses: status,
    sort: IMAGE_STATS_SORTS.find((known) => known === sort) ?? "name",
  });
}
