import { CameraOutlined, RightCircleOutlined, UploadOutlined } from "@ant-design/icons";
import { type Project, primaryAction, remainingWork } from "@precount/domain";
import { useNavigate } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { useMedia } from "../../../shared/browser/use-media.ts";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { AnalyzeDialog } from "./AnalyzeDialog.tsx";
import { useStableCallback } from "../../../shared/react/use-stable-callback.ts";
import { PhotoDecisionsDialog } from "./PhotoDecisionsDialog.tsx";
import { VERB_TITLES, useEventActions } from "./use-event-actions.ts";
import { useMenuActions } from "./use-menu-actions.tsx";

/** Why the dialog about photos of the same area is open: before Complete, or on its own; null while it is closed. */
export type Deciding = "before-complete" | "only" | null;

type Props = { event: Project; deciding: Deciding; onDeciding: (deciding: Deciding) => void };

export function EventActionsBar({ event, deciding, onDeciding }: Props): ReactElement {
  const navigate = useNavigate();
  const actions = useEventActions(event);
  const [isAnalyzing, setAnalyzing] = useState(false);
  const menu = useMenuActions(event, actions, () => setAnalyzing(true));
  const primary = primaryAction(event);
  const blocking = remainingWork(event).find(({ isBlocking }) => isBlocking);
  // Complete then asks for the decisions first.
  const mustDecide = primary === "complete" && blocking?.kind === "decide";
  const isPossible = primary === "complete" && (blocking === undefined || mustDecide);
  const closeDecisions = useStableCallback(() => {
    onDeciding(null);
    if (deciding === "before-complete" && actions.reason("complete") === null) actions.run("complete");
  });
  const uploadReason = actions.reason("upload");
  const isPhone = useMedia("(max-width: 600px)");
  const addType = isPossible || uploadReason !== null ? "default" : "primary";
  const params = { projectId: event.slug };
  const takePhotos = (
    <ReasonButton
      type={isPhone ? addType : "default"}
      icon={<CameraOutlined />}
      reason={uploadReason}
      onClick={() => void navigate({ to: "/projects/$projectId/capture", params })}
    >
      Take photos
    </ReasonButton>
  );
  return (
    <>
      {/* A phone is a camera: there, taking photos is the first action. */}
      {isPhone && takePhotos}
      <ReasonButton
        type={isPhone ? "default" : addType}
        icon={<UploadOutlined />}
        reason={uploadReason}
        onClick={() => void navigate({ to: "/projects/$projectId/eventImages/upload", params })}
      >
        Upload Images
      </ReasonButton>
      {!isPhone && takePhotos}
      <ReasonButton
        type={isPossible ? "primary" : "default"}
        // With an icon the spinner replaces it. Without one, the spinner animates its width, which slow machines never finish.
        icon={<RightCircleOutlined aria-hidden />}
        reason={mustDecide ? null : actions.reason(primary)}
        loading={actions.isRunning}
        onClick={() => (mustDecide ? onDeciding("before-complete") : actions.run(primary))}
      >
        {VERB_TITLES[primary]}
      </ReasonButton>
      <ActionMenu label="More actions" actions={menu} />
      <PhotoDecisionsDialog
        event={event}
        isOpen={deciding !== null}
        onClose={() => onDeciding(null)}
        onDone={closeDecisions}
      />
      <AnalyzeDialog event={event} isOpen={isAnalyzing} onClose={() => setAnalyzing(false)} />
    </>
  );
}
