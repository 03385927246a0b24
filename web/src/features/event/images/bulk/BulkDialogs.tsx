import type { ReactElement } from "react";
import { RejectDialog } from "../../../../shared/images/reject/RejectDialog.tsx";
import type { BulkActions } from "../use-image-actions.ts";
import { DetectDialog } from "./DetectDialog.tsx";

/** The dialogs of actions that need a choice first: the reason of Reject, and the model of Detect Objects. */
export function BulkDialogs({ bulk }: { bulk: BulkActions }): ReactElement {
  const running = bulk.progress?.verb;
  return (
    <>
      <RejectDialog
        title={bulk.rejectSids?.length === 1 ? "Why is this photo rejected?" : "Why are these photos rejected?"}
        isOpen={bulk.rejectSids !== null}
        isPending={running === "reject"}
        onReject={bulk.reject}
        onClose={bulk.closeReject}
      />
      <DetectDialog
        count={bulk.detectSids?.length ?? null}
        isPending={running === "detect"}
        onDetect={bulk.detect}
        onClose={bulk.closeDetect}
      />
    </>
  );
}
