import {
  BarChartOutlined,
  CameraOutlined,
  FileTextOutlined,
  FileZipOutlined,
  RightCircleOutlined,
  ScanOutlined,
  SettingOutlined,
  UploadOutlined,
} from "@ant-design/icons";
import { OWN_BUSY, type Project, primaryAction } from "@precount/domain";
import { useNavigate } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { downloadUrl, startDownload } from "../../../shared/api/download.ts";
import { type Action, ActionMenu } from "../../../ui/ActionMenu.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { AnalyzeDialog } from "./AnalyzeDialog.tsx";
import { type EventVerb, VERB_TITLES, useEventActions } from "./use-event-actions.ts";

const MENU_VERBS: readonly EventVerb[] = ["complete", "activate", "reopen", "discard", "archive", "recover", "delete"];

/** Verbs that make no sense in the other state are left out rather than shown disabled. */
function isOutOfPlace(verb: EventVerb, event: Project): boolean {
  if (verb === "archive") return event.isArchived;
  if (verb === "recover") return !event.isArchived;
  if (verb === "reopen") return event.status !== "completed" && event.status !== "discarded";
  return verb === "activate" && event.status !== "preview";
}

export function EventActionsBar({ event }: { event: Project }): ReactElement {
  const navigate = useNavigate();
  const actions = useEventActions(event);
  const [isAnalyzing, setAnalyzing] = useState(false);
  const primary = primaryAction(event);
  const params = { projectId: event.slug };
  const others: Action[] = MENU_VERBS.filter((verb) => verb !== primary && !isOutOfPlace(verb, event)).map((verb) => ({
    key: verb,
    title: VERB_TITLES[verb],
    reason: actions.reason(verb),
    danger: verb === "delete" || verb === "discard",
    run: () => actions.run(verb),
  }));
  return (
    <>
      <ReasonButton
        type={primary === "complete" || actions.reason("upload") !== null ? "default" : "primary"}
        icon={<UploadOutlined />}
        reason={actions.reason("upload")}
        onClick={() => void navigate({ to: "/projects/$projectId/eventImages/upload", params })}
      >
        Upload Images
      </ReasonButton>
      <ReasonButton
        icon={<CameraOutlined />}
        reason={actions.reason("upload")}
        onClick={() => void navigate({ to: "/projects/$projectId/capture", params })}
      >
        Take photos
      </ReasonButton>
      <ReasonButton
        type={primary === "complete" ? "primary" : "default"}
        // With an icon in its place the spinner comes and goes at once; without, a slow machine never sees it leave.
        icon={<RightCircleOutlined aria-hidden />}
        reason={actions.reason(primary)}
        loading={actions.isRunning}
        onClick={() => actions.run(primary)}
      >
        {VERB_TITLES[primary]}
      </ReasonButton>
      <ActionMenu
        label="More actions"
        actions={[
          {
            key: "analyze",
            title: "Analyze",
            icon: <ScanOutlined />,
            reason: actions.reason("analyze"),
            run: () => setAnalyzing(true),
          },
          {
            key: "stats",
            title: "Image statistics",
            icon: <BarChartOutlined />,
            reason: null,
            run: () => void navigate({ to: "/projects/$projectId/eventImages/stats", params }),
          },
          {
            key: "documents",
            title: "Documents",
            icon: <FileTextOutlined />,
            reason: null,
            run: () => void navigate({ to: "/pages/$pageId/tasks", params: { pageId: event.slug } }),
          },
          {
            key: "photos",
            title: "Download photos",
            icon: <FileZipOutlined />,
            reason: event.images.total === 0 ? "This event has no photos yet." : null,
            run: () => startDownload(downloadUrl(event.slug, "images"), OWN_BUSY.preparing),
          },
          {
            key: "settings",
            title: "Settings",
            icon: <SettingOutlined />,
            reason: null,
            run: () => void navigate({ to: "/projects/$projectId/settings", params }),
          },
          ...others,
        ]}
      />
      <AnalyzeDialog event={event} isOpen={isAnalyzing} onClose={() => setAnalyzing(false)} />
    </>
  );
}
