import { IMAGE_STATS_SORTS, imageStatusSchema } from "@precount/domain";
import { z } from "zod";
import { type ImageStatsList, listImageStats } from "../../db/image-stats.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { bySlug, paging } from "../inputs.ts";
import { visibleProject } from "./visible-project.ts";

export const getProjectStatsInput = bySlug.extend({
  ...paging,
  status: z.array(imageStatusSchema).optional(),
  /** One of IMAGE_STATS_SORTS; anything else is by name. */
  sort: z.string().max(40).optional(),
});

/** One page of the statistics of an event's images, and what they come to (decision 37). */
export async function getProjectStats(
  { db, session }: SignedInContext,
  { slug, status, sort, ...query }: z.infer<typeof getProjectStatsInput>,
): Promise<ImageStatsList> {
  const { sid: projectSid } = await visibleProject({ db, session }, slug);
  return listImageStats(db, {
    ...query,
    projectSid,
    statuses: status,
    sort: IMAGE_STATS_SORTS.find((known) => known === sort) ?? "name",
  });
}
