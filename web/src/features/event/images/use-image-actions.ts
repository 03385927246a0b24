import { useState } from "react";
import type { RejectChoice } from "../../../shared/images/reject/RejectDialog.tsx";
import { type BulkProgress, useBulk } from "./bulk/use-bulk.ts";
import type { BulkOutcome } from "./bulk/run-in-batches.ts";
import type { OfferedVerb } from "./bulk/texts.ts";

export type BulkActions = {
  /** Runs an action on one or many images. Detection first asks for a model, and Reject for a reason. */
  run: (verb: OfferedVerb, sids: readonly string[]) => void;
  progress: BulkProgress | null;
  /** The images for which a model is being chosen; null when the dialog is closed. */
  detectSids: readonly string[] | null;
  detect: (modelSid: string) => void;
  closeDetect: () => void;
  /** The images for which a reason is being chosen; null when the dialog is closed. */
  rejectSids: readonly string[] | null;
  reject: (rejection: RejectChoice) => void;
  closeReject: () => void;
};

const imagesOf = (sids: readonly string[]): { sid: string }[] => sids.map((sid) => ({ sid }));

/** The images that the dialog is still about: all if none was changed, and those without an answer; null when it can close. */
function leftOf(sids: readonly string[], { done, unanswered }: BulkOutcome): readonly string[] | null {
  if (done.length > 0 && unanswered === 0) return null;
  const changed = new Set(done.map(({ sid }) => sid));
  return sids.filter((sid) => !changed.has(sid));
}

/** The images whose batch got no answer; null when all got one. */
const unansweredOf = (sids: readonly string[], { unanswered }: BulkOutcome): readonly string[] | null =>
  unanswered === 0 ? null : sids.slice(-unanswered);

/** The actions of the image list, on the image of a row or on the selected ones. */
export function useImageActions(onDone: (sids: readonly string[]) => void): BulkActions {
  const [detectSids, setDetectSids] = useState<readonly string[] | null>(null);
  const [rejectSids, setRejectSids] = useState<readonly string[] | null>(null);
  const bulk = useBulk(onDone);
  return {
    progress: bulk.progress,
    detectSids,
    run: (verb, sids) => {
      if (verb === "detect") setDetectSids(sids);
      else if (verb === "reject") setRejectSids(sids);
      else bulk.run({ verb, images: imagesOf(sids) });
    },
    detect: (modelSid) => {
      if (detectSids === null) return;
      // The choice stays until the server has answered for all images.
      bulk.run({ verb: "detect", images: imagesOf(detectSids), modelSid }, (outcome) =>
        setDetectSids((now) => (now === detectSids ? unansweredOf(detectSids, outcome) : now)),
      );
    },
    closeDetect: () => setDetectSids(null),
    rejectSids,
    reject: (rejection) => {
      if (rejectSids === null) return;
      const close = (left: readonly string[] | null): void => setRejectSids((now) => (now === rejectSids ? left : now));
      bulk.run({ verb: "reject", images: imagesOf(rejectSids), rejection }, (outcome) =>
        close(leftOf(rejectSids, outcome)),
      );
      // A typed reason stays until the server has accepted it.
      if (rejection.note === undefined) close(null);
    },
    closeReject: () => setRejectSids(null),
  };
}
