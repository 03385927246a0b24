import { sidSchema } from "@precount/domain";
import { z } from "zod";
import { procedure, router } from "./gate.ts";
import { changeDetectionStatus } from "../operations/image-detection/change-status.ts";
import {
  pullImageDetectionPatches,
  pullImageDetectionPatchesInput,
} from "../operations/image-detection/pull-patches.ts";
import {
  pushImageDetectionPatches,
  pushImageDetectionPatchesInput,
} from "../operations/image-detection/push-patches.ts";

const bySid = z.object({ sid: sidSchema });

export const imageDetectionRouter = router({
  deleteImageDetection: procedure("detection.edit")
    .input(bySid)
    .mutation(({ ctx, input }) => changeDetectionStatus(ctx, input.sid, "delete")),
  validateImageDetection: procedure("detection.validate")
    .input(bySid)
    .mutation(({ ctx, input }) => changeDetectionStatus(ctx, input.sid, "validate")),
  invalidateImageDetection: procedure("detection.validate")
    .input(bySid)
    .mutation(({ ctx, input }) => changeDetectionStatus(ctx, input.sid, "invalidate")),
  activate: procedure("detection.validate")
    .input(bySid)
    .mutation(({ ctx, input }) => changeDetectionStatus(ctx, input.sid, "activate")),
  pushImageDetectionPatches: procedure("detection.edit")
    .input(pushImageDetectionPatchesInput)
    .mutation(({ ctx, input }) => pushImageDetectionPatches(ctx, input)),
  pullImageDetectionPatches: procedure("detection.edit")
    .input(pullImageDetectionPatchesInput)
    .mutation(({ ctx, input }) => pullImageDetectionPatches(ctx, input)),
});
