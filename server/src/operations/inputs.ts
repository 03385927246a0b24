import { MAX_SEARCH_LENGTH, sidSchema } from "@precount/domain";
import { z } from "zod";

/** Names an event in calls and URLs (PD-2). */
export const slugOrSidSchema = z.string().min(1).max(120);
export const bySlug = z.object({ slug: slugOrSidSchema });
export const byProject = z.object({ project: bySlug });
export const byReport = z.object({ reportSid: sidSchema });

/** Screens offer fewer page sizes. A page past the end shows the last one (PD-38). */
export const paging = {
  page: z.number().int().min(1).default(1),
  pageSize: z.number().int().min(1).max(200).default(10),
  search: z.string().trim().max(MAX_SEARCH_LENGTH).optional(),
};
