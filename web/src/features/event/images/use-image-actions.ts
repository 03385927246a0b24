import { useState } from "react";
import type { RejectChoice } from "../../../shared/images/reject/RejectDialog.tsx";
import { type BulkProgress, useBulk } from "./bulk/use-bulk.ts";
import type { OfferedVerb } from "./bulk/texts.ts";

type BulkActions = {
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
      if (detectSids) bulk.run({ verb: "detect", images: imagesOf(detectSids), modelSid });
      setDetectSids(null);
    },
    closeDetect: () => setDetectSids(null),
    rejectSids,
    reject: (rejection) => {
      const close = (): void => setRejectSids((now) => (now === rejectSids ? null : now));
      if (rejectSids) bulk.run({ verb: "reject", images: imagesOf(rejectSids), rejection }, close);
      if (rejection.note === undefined) close();
    },
    closeReject: () => setRejectSids(null),
  };
}
