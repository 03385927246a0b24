import { type DetectionVerb, type ImageDetection, detectionCan, detectionStatusAfter } from "@precount/domain";
import { type DetectionChange, deselectDetections, updateDetection } from "../../db/detections/write.ts";
import type { SignedInContext } from "../context.ts";
import { decisionOf, unwrapOrNameDecider } from "../image/refuse-decided.ts";
import { applyItemList } from "../item/apply-item-list.ts";
import { changeDetection } from "./change-detection.ts";

/** One transition of the detection's status machine, by domain's table (PD-23). */
export async function changeDetectionStatus(
  context: SignedInContext,
  sid: string,
  verb: DetectionVerb,
): Promise<ImageDetection> {
  return changeDetection(context, sid, async (tx, { detection, image, project }) => {
    const { row, patches, results } = detection;
    const outcome = detectionCan[verb]({ status: row.status, results }, { image, project });
    const userSid = context.session.user.sid;
    await unwrapOrNameDecider(tx, outcome, { project, userSid }, verb === "validate" ? decisionOf(image, row) : null);
    if (verb === "activate") await deselectDetections(tx, image.sid);
    const status = detectionStatusAfter(verb, { patches, results });
    await updateDetection(tx, sid, { status, ...signature(verb, userSid) });
    // A validated detection was left as it was when the event's item list changed.
    if (verb === "invalidate") await applyItemList(tx, project.sid, [image]);
    return {};
  });
}

/** The person and time of the validation. Unlock removes both. */
function signature(verb: DetectionVerb, userSid: string): DetectionChange {
  if (verb === "validate") return { validatedAt: new Date(), validatedBy: userSid };
  return verb === "invalidate" ? { validatedAt: null, validatedBy: null } : {};
}
