import { fetchWall, fetchWallImages, fetchWallImagesInput, fetchWallInput } from "../operations/crop/fetch-wall.ts";
import { markStickers, markStickersInput } from "../operations/crop/mark-seen.ts";
import { procedure, router } from "./gate.ts";

/** The crop wall of an event. */
export const cropRouter = router({
  fetchWall: procedure("signed-in")
    .input(fetchWallInput)
    .query(({ ctx, input }) => fetchWall(ctx, input)),
  fetchWallImages: procedure("signed-in")
    .input(fetchWallImagesInput)
    .query(({ ctx, input }) => fetchWallImages(ctx, input)),
  markStickers: procedure("detection.edit")
    .input(markStickersInput)
    .mutation(({ ctx, input }) => markStickers(ctx, input)),
});
