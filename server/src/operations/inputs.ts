import { sidSchema } from "@precount/domain";
import { z } from "zod";

/** In calls and addresses an event is named by its slug, and a sid does as well (decision 2). */
export const slugOrSidSchema = z.string().min(1).max(120);
export const bySlug = z.object({ slug: slugOrSidSchema });
export const byProject = z.object({ project: bySlug });
export const byReport = z.object({ reportSid: sidSchema });

/** Any page size that is no burden; the screens offer theirs. A page past the end is the last (decision 38). */
export const paging = {
  page: z.number().int().min(1).default(1),
  pageSize: z.number().int().min(1).max(200).default(10),
  search: z.string().trim().max(200).optional(),
};
