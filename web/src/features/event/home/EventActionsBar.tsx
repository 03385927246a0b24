import { CameraOutlined, RightCircleOutlined, UploadOutlined } from "@ant-design/icons";
import { type Project, primaryAction } from "@precount/domain";
import { useNavigate } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { AnalyzeDialog } from "./AnalyzeDialog.tsx";
import { VERB_TITLES, useEventActions } from "./use-event-actions.ts";
import { useMenuActions } from "./use-menu-actions.tsx";

export function EventActionsBar({ event }: { event: Project }): ReactElement {
  const navigate = useNavigate();
  const actions = useEventActions(event);
  const [isAnalyzing, setAnalyzing] = useState(false);
  const menu = useMenuActions(event, actions, () => setAnalyzing(true));
  const primary = primaryAction(event);
  const uploadReason = actions.reason("upload");
  const params = { projectId: event.slug };
  return (
    <>
      <ReasonButton
        type={primary === "complete" || uploadReason !== null ? "default" : "primary"}
        icon={<UploadOutlined />}
        reason={uploadReason}
        onClick={() => void navigate({ to: "/projects/$projectId/eventImages/upload", params })}
      >
        Upload Images
      </ReasonButton>
      <ReasonButton
        icon={<CameraOutlined />}
        reason={uploadReason}
        onClick={() => void navigate({ to: "/projects/$projectId/capture", params })}
      >
        Take photos
      </ReasonButton>
      <ReasonButton
        type={primary === "complete" ? "primary" : "default"}
        // With an icon the spinner replaces it. Without one, the spinner animates its width, which slow machines never finish.
        icon={<RightCircleOutlined aria-hidden />}
        reason={actions.reason(primary)}
        loading={actions.isRunning}
        onClick={() => actions.run(primary)}
      >
        {VERB_TITLES[primary]}
      </ReasonButton>
      <ActionMenu label="More actions" actions={menu} />
      <AnalyzeDialog event={event} isOpen={isAnalyzing} onClose={() => setAnalyzing(false)} />
    </>
  );
}
