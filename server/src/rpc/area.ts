import { countAreas, listAreaGaps } from "../db/areas/gaps.ts";
import { listCaptureOrder } from "../db/areas/capture-order.ts";
import { readAreaThroughput } from "../db/areas/throughput.ts";
import { listAreas } from "../db/areas/list.ts";
import { listAreaImages } from "../db/areas/photo-decisions.ts";
import { procedure, router } from "./gate.ts";
import { byProject } from "../operations/inputs.ts";
import { requireProject } from "../operations/project/require-project.ts";
import { byArea, deleteArea, restoreArea, voidArea, voidAreaInput } from "../operations/area/change-area.ts";
import { decidePhoto, decidePhotoInput, fetchUndecidedPhotos } from "../operations/area/decide-photo.ts";
import { linkImage, linkImageInput } from "../operations/area/link-image.ts";
import { photographAgain, photographAgainInput } from "../operations/area/photograph-again.ts";
import { requireArea } from "../operations/area/require-area.ts";
import {
  createRange,
  deleteRange,
  rangeInput,
  restoreRange,
  voidRange,
  voidRangeInput,
} from "../operations/area/ranges.ts";

export const areaRouter = router({
  fetchAllAreasWithStatus: procedure("signed-in")
    .input(byProject)
    .query(async ({ ctx, input }) => {
      const { sid } = await requireProject(ctx, input.project.slug);
      return ctx.areaLists.read(sid, () => listAreas(ctx.db, sid));
    }),
  fetchGaps: procedure("signed-in")
    .input(byProject)
    .query(async ({ ctx, input }) => {
      const { sid } = await requireProject(ctx, input.project.slug);
      const [areas, gaps] = await Promise.all([countAreas(ctx.db, sid), listAreaGaps(ctx.db, sid)]);
      return { areas, gaps };
    }),
  fetchPace: procedure("signed-in")
    .input(byProject)
    .query(async ({ ctx, input }) => readAreaThroughput(ctx.db, (await requireProject(ctx, input.project.slug)).sid)),
  /** The numbers of the areas with a photo, in the order of their first photos. */
  fetchCaptureOrder: procedure("signed-in")
    .input(byProject)
    .query(async ({ ctx, input }) => listCaptureOrder(ctx.db, (await requireProject(ctx, input.project.slug)).sid)),
  /** The photos of one area, the one that counts first. */
  fetchAreaImages: procedure("signed-in")
    .input(byArea)
    .query(async ({ ctx, input }) => {
      const { area } = await requireArea(ctx.db, ctx.session.user, input.sid);
      return listAreaImages(ctx.db, area.sid);
    }),
  fetchUndecidedPhotos: procedure("signed-in")
    .input(byProject)
    .query(({ ctx, input }) => fetchUndecidedPhotos(ctx, input.project.slug)),
  createRange: procedure("area.edit")
    .input(rangeInput)
    .mutation(({ ctx, input }) => createRange(ctx, input)),
  photographAgain: procedure("area.edit")
    .input(photographAgainInput)
    .mutation(({ ctx, input }) => photographAgain(ctx, input)),
  voidRange: procedure("area.edit")
    .input(voidRangeInput)
    .mutation(({ ctx, input }) => voidRange(ctx, input)),
  restoreRange: procedure("area.edit")
    .input(rangeInput)
    .mutation(({ ctx, input }) => restoreRange(ctx, input)),
  deleteRange: procedure("area.edit")
    .input(rangeInput)
    .mutation(({ ctx, input }) => deleteRange(ctx, input)),
  voidArea: procedure("area.edit")
    .input(voidAreaInput)
    .mutation(({ ctx, input }) => voidArea(ctx, input)),
  restoreArea: procedure("area.edit")
    .input(byArea)
    .mutation(({ ctx, input }) => restoreArea(ctx, input.sid)),
  deleteArea: procedure("area.edit")
    .input(byArea)
    .mutation(({ ctx, input }) => deleteArea(ctx, input.sid)),
  decidePhoto: procedure("area.edit")
    .input(decidePhotoInput)
    .mutation(({ ctx, input }) => decidePhoto(ctx, input)),
  linkImage: procedure("area.edit")
    .input(linkImageInput)
    .mutation(({ ctx, input }) => linkImage(ctx, input)),
});
