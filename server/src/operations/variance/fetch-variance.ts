import {
  AREA_SORTS,
  type AreaVariance,
  CODE_SORTS,
  RECOUNT_LIMIT,
  type Recount,
  type StickerToRecheck,
  VARIANCE_FILTERS,
  VARIANCE_MEASURES,
  type VarianceBasis,
  type VarianceMeasure,
} from "@precount/domain";
import { z } from "zod";
import { countImages, NO_IMAGES } from "../../db/projects/list-item.ts";
import { listAreaVariances, listAreasToRecount } from "../../db/variance/areas.ts";
import { listCodeVariances } from "../../db/variance/codes.ts";
import { listRecounts } from "../../db/variance/recounts.ts";
import { listStickersToRecheck } from "../../db/variance/stickers.ts";
import { type VarianceOverview, readVarianceOverview } from "../../db/variance/totals.ts";
import type { SignedInContext } from "../context.ts";
import { paging } from "../inputs.ts";
import { readVarianceBases, readVarianceScope, requireVarianceScope, varianceInput } from "./scope.ts";

const measure = z.enum(VARIANCE_MEASURES).optional();
const { page, pageSize, search } = paging;

export const varianceOverviewInput = varianceInput.extend({ measure });
export const varianceCodesInput = varianceInput.extend({
  page,
  pageSize,
  search,
  filter: z.enum(VARIANCE_FILTERS).default("all"),
  /** Null for codes without a department. */
  department: z.string().max(200).nullable().optional(),
  sort: z.enum(CODE_SORTS).default("code"),
});
export const varianceAreasInput = varianceInput.extend({ page, pageSize, sort: z.enum(AREA_SORTS).default("area") });
export const recountInput = varianceInput.omit({ reportSid: true }).extend({ measure });

export type VarianceSummary = {
  /** Null if the event has nothing to compare with. */
  basis: VarianceBasis | null;
  bases: VarianceBasis[];
  measure: VarianceMeasure;
  hasItems: boolean;
  hasPrices: boolean;
  previousEvent: { slug: string; name: string } | null;
  images: { total: number; settled: number };
  overview: VarianceOverview | null;
};

/** The totals, departments and largest differences of an event. */
export async function getVariance(
  ctx: SignedInContext,
  { measure: wanted, ...input }: z.infer<typeof varianceOverviewInput>,
): Promise<VarianceSummary> {
  const found = await readVarianceScope(ctx, input);
  const { project, bases, hasItems, hasPrices, previous } = found ?? (await readVarianceBases(ctx, input.project.slug));
  const chosen = hasPrices ? (wanted ?? "value") : "units";
  const { total, settled } = (await countImages(ctx.db, [project.sid])).get(project.sid) ?? NO_IMAGES;
  return {
    basis: found?.scope.basis ?? null,
    bases,
    measure: chosen,
    hasItems,
    hasPrices,
    previousEvent: previous && { slug: previous.slug, name: previous.name },
    images: { total, settled },
    overview: found && (await readVarianceOverview(ctx.db, found.scope, chosen)),
  };
}

export async function fetchVarianceCodes(ctx: SignedInContext, input: z.infer<typeof varianceCodesInput>) {
  const { scope } = await requireVarianceScope(ctx, input);
  return listCodeVariances(ctx.db, scope, input);
}

export async function fetchVarianceAreas(ctx: SignedInContext, input: z.infer<typeof varianceAreasInput>) {
  const { scope } = await requireVarianceScope(ctx, input);
  return listAreaVariances(ctx.db, scope, input);
}

export type RecountList = {
  basis: VarianceBasis | null;
  bases: VarianceBasis[];
  measure: VarianceMeasure;
  hasPrices: boolean;
  /** The areas and stickers with the largest recheck worth; both are empty if the event has nothing to compare with. */
  areas: AreaVariance[];
  stickers: StickerToRecheck[];
  /** The areas that were to be photographed again, with both results. */
  recounts: Recount[];
};

/** The areas and stickers with the largest recheck worth, and the recounts so far. */
export async function getRecountList(
  ctx: SignedInContext,
  { measure: wanted, ...input }: z.infer<typeof recountInput>,
): Promise<RecountList> {
  const found = await readVarianceScope(ctx, input);
  const { project, bases, hasPrices } = found ?? (await readVarianceBases(ctx, input.project.slug));
  const options = { measure: hasPrices ? (wanted ?? "value") : "units", limit: RECOUNT_LIMIT } as const;
  const recounts = await listRecounts(ctx.db, project.sid);
  const scope = found?.scope;
  const [areas, stickers] = scope
    ? await Promise.all([listAreasToRecount(ctx.db, scope, options), listStickersToRecheck(ctx.db, scope, options)])
    : [[], []];
  return { basis: scope?.basis ?? null, bases, measure: options.measure, hasPrices, areas, stickers, recounts };
}
