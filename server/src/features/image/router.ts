import { sidSchema } from "@precount/domain";
import { z } from "zod";
import { procedure, router } from "../../trpc/gate.ts";
import { changeDetectionStatus } from "../image-detection/change-status.ts";
import { bySlug } from "../project/inputs.ts";
import { getProjectImage, getProjectImageInput, listProjectImageSids } from "./get-project-image.ts";
import { recognizeStickerText, recognizeStickerTextInput } from "./recognize-sticker-text.ts";
import { recoverImage, rejectImage } from "./reject-image.ts";
import { retryJob, retryJobInput } from "./retry-job.ts";
import { rotateImage, rotateImageInput } from "./rotate-image.ts";
import { runImageDetection, runImageDetectionInput } from "./run-detection.ts";

const bySid = z.object({ sid: sidSchema });

export const imageRouter = router({
  getProjectImage: procedure("signed-in")
    .input(getProjectImageInput)
    .query(({ ctx, input }) => getProjectImage(ctx, input)),
  listProjectImageSids: procedure("signed-in")
    .input(bySlug)
    .query(({ ctx, input }) => listProjectImageSids(ctx, input.slug)),
  runImageDetection: procedure("image.detect")
    .input(runImageDetectionInput)
    .mutation(({ ctx, input }) => runImageDetection(ctx, input)),
  retryJob: procedure("image.detect")
    .input(retryJobInput)
    .mutation(({ ctx, input }) => retryJob(ctx, input)),
  rotateImage: procedure("image.edit")
    .input(rotateImageInput)
    .mutation(({ ctx, input }) => rotateImage(ctx, input)),
  rejectImage: procedure("image.reject")
    .input(bySid)
    .mutation(({ ctx, input }) => rejectImage(ctx, input.sid)),
  recoverImage: procedure("image.reject")
    .input(bySid)
    .mutation(({ ctx, input }) => recoverImage(ctx, input.sid)),
  recognizeStickerText: procedure("detection.edit")
    .input(recognizeStickerTextInput)
    .mutation(({ ctx, input, signal }) => recognizeStickerText(ctx, input, signal)),
  /** The same as imageDetection.activate (decision 23). */
  setActiveImageDetection: procedure("detection.validate")
    .input(bySid)
    .mutation(({ ctx, input }) => changeDetectionStatus(ctx, input.sid, "activate")),
});
