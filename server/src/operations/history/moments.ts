import {
  type ChangesPage,
  type MomentFigures,
  ROW_CHANGE_KINDS,
  changesPage,
  countImages,
  momentSchema,
  photosByUse,
} from "@precount/domain";
import { z } from "zod";
import { findFirstMoment, readPhotosAt } from "../../db/history/moments.ts";
import type { SignedInContext } from "../context.ts";
import { byProject, paging } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";
import { compareMomentsOnce } from "./compare-moments.ts";
import { unitsAt } from "./units-at.ts";

const moment = momentSchema.transform((text) => new Date(text));
export const figuresInput = byProject.extend({ at: moment });
export const rowChangesInput = byProject.extend({
  from: moment,
  to: moment,
  kind: z.enum(ROW_CHANGE_KINDS).optional(),
  page: paging.page,
  pageSize: z.number().int().min(1).max(500).default(50),
});

/** When the history of an event's images begins; null without images. */
export async function getFirstMoment(
  ctx: SignedInContext,
  { project }: z.infer<typeof byProject>,
): Promise<{ first: string | null }> {
  const { sid } = await requireProject(ctx, project.slug);
  return { first: (await findFirstMoment(ctx.db, sid))?.toISOString() ?? null };
}

/** The figures of an event at a moment (PD-157). */
export async function getFigures(
  ctx: SignedInContext,
  { project, at }: z.infer<typeof figuresInput>,
): Promise<MomentFigures> {
  const { sid } = await requireProject(ctx, project.slug);
  const photos = await readPhotosAt(ctx.db, sid, at);
  return { ...countImages(photos), units: await unitsAt(ctx.db, photosByUse(photos).counted, at) };
}

export type MomentChanges = ChangesPage & {
  /** Units of the rows that differ. */
  units: { before: number; after: number };
};

/** The rows that a report would have had at two moments, as far as they differ (PD-157). */
export async function fetchRowChanges(
  ctx: SignedInContext,
  { project, from, to, kind, page, pageSize }: z.infer<typeof rowChangesInput>,
): Promise<MomentChanges> {
  const { sid } = await requireProject(ctx, project.slug);
  const { changes, units } = await compareMomentsOnce(ctx.db, sid, { from, to });
  return { ...changesPage(changes, { kind, page, pageSize }), units };
}
