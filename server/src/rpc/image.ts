import { sidSchema } from "@precount/domain";
import { z } from "zod";
import { procedure, router } from "./gate.ts";
import { changeDetectionStatus } from "../operations/image-detection/change-status.ts";
import { bySlug } from "../operations/inputs.ts";
import { detectImages, detectImagesInput } from "../operations/image/bulk-detect.ts";
import { bulkImagesInput, recoverImages, rejectImages, rejectImagesInput } from "../operations/image/bulk-reject.ts";
import {
  invalidateImages,
  invalidateImagesInput,
  validateImages,
  validateImagesInput,
} from "../operations/image/bulk-validate.ts";
import { fetchDoubtfulBoxes, fetchDoubtfulBoxesInput } from "../operations/image/fetch-doubtful-boxes.ts";
import { getImagePeople, imagePeopleInput } from "../operations/image/get-people.ts";
import { getProjectImage, getProjectImageInput, listProjectImageSids } from "../operations/image/get-project-image.ts";
import { listMatchingImages, listMatchingImagesInput } from "../operations/image/list-matching.ts";
import { recognizeStickerText, recognizeStickerTextInput } from "../operations/image/recognize-sticker-text.ts";
import { recoverImage, rejectImage, rejectImageInput } from "../operations/image/reject-image.ts";
import { retryJob, retryJobInput } from "../operations/image/retry-job.ts";
import { rotateImage, rotateImageInput } from "../operations/image/rotate-image.ts";
import { runImageDetection, runImageDetectionInput } from "../operations/image/run-detection.ts";

const bySid = z.object({ sid: sidSchema });

export const imageRouter = router({
  getProjectImage: procedure("signed-in")
    .input(getProjectImageInput)
    .query(({ ctx, input }) => getProjectImage(ctx, input)),
  getPeople: procedure("signed-in")
    .input(imagePeopleInput)
    .query(({ ctx, input }) => getImagePeople(ctx, input.sid)),
  listProjectImageSids: procedure("signed-in")
    .input(bySlug)
    .query(({ ctx, input }) => listProjectImageSids(ctx, input.slug)),
  fetchDoubtfulBoxes: procedure("signed-in")
    .input(fetchDoubtfulBoxesInput)
    .query(({ ctx, input }) => fetchDoubtfulBoxes(ctx, input)),
  listMatchingImages: procedure("signed-in")
    .input(listMatchingImagesInput)
    .query(({ ctx, input }) => listMatchingImages(ctx, input)),
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
    .input(rejectImageInput)
    .mutation(({ ctx, input }) => rejectImage(ctx, input)),
  recoverImage: procedure("image.reject")
    .input(bySid)
    .mutation(({ ctx, input }) => recoverImage(ctx, input.sid)),
  rejectImages: procedure("image.reject")
    .input(rejectImagesInput)
    .mutation(({ ctx, input }) => rejectImages(ctx, input)),
  recoverImages: procedure("image.reject")
    .input(bulkImagesInput)
    .mutation(({ ctx, input }) => recoverImages(ctx, input)),
  validateImages: procedure("detection.validate")
    .input(validateImagesInput)
    .mutation(({ ctx, input }) => validateImages(ctx, input)),
  invalidateImages: procedure("detection.validate")
    .input(invalidateImagesInput)
    .mutation(({ ctx, input }) => invalidateImages(ctx, input)),
  detectImages: procedure("image.detect")
    .input(detectImagesInput)
    .mutation(({ ctx, input }) => detectImages(ctx, input)),
  recognizeStickerText: procedure("detection.edit")
    .input(recognizeStickerTextInput)
    .mutation(({ ctx, input, signal }) => recognizeStickerText(ctx, input, signal)),
  /** The same as imageDetection.activate (PD-23). */
  setActiveImageDetection: procedure("detection.validate")
    .input(bySid)
    .mutation(({ ctx, input }) => changeDetectionStatus(ctx, input.sid, "activate")),
});
