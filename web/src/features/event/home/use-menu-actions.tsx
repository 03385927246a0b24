import {
  BarChartOutlined,
  BlockOutlined,
  DiffOutlined,
  ExportOutlined,
  FileTextOutlined,
  FileZipOutlined,
  HistoryOutlined,
  SafetyCertificateOutlined,
  ScanOutlined,
  SendOutlined,
  SettingOutlined,
} from "@ant-design/icons";
import { OWN_BUSY, type Project, may, primaryAction } from "@precount/domain";
import { useNavigate } from "@tanstack/react-router";
import { downloadUrl, startDownload } from "../../../shared/api/download.ts";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import type { Action } from "../../../ui/ActionMenu.tsx";
import { type EventActions, type EventVerb, VERB_TITLES } from "./use-event-actions.ts";

const MENU_VERBS: readonly EventVerb[] = ["complete", "activate", "reopen", "discard", "archive", "recover", "delete"];

/** Whether an action is hidden because it does not apply to the event's state at all. */
function isHidden(verb: EventVerb, event: Project): boolean {
  if (verb === "archive") return event.isArchived;
  if (verb === "recover") return !event.isArchived;
  if (verb === "reopen") return event.status !== "completed" && event.status !== "discarded";
  return verb === "activate" && event.status !== "preview";
}

/** The secondary actions of an event: tools, and the changes of its state except the primary one. */
export function useMenuActions(event: Project, actions: EventActions, onAnalyze: () => void): readonly Action[] {
  const navigate = useNavigate();
  const exchange = useExchangeActions(event.slug);
  const params = { projectId: event.slug };
  const primary = primaryAction(event);
  const verbs = MENU_VERBS.filter((verb) => verb !== primary && !isHidden(verb, event));
  return [
    {
      key: "analyze",
      title: "Analyze",
      icon: <ScanOutlined />,
      reason: actions.reason("analyze"),
      run: onAnalyze,
    },
    {
      key: "stats",
      title: "Image statistics",
      icon: <BarChartOutlined />,
      reason: null,
      run: () => void navigate({ to: "/projects/$projectId/eventImages/stats", params }),
    },
    {
      key: "variance",
      title: "Variance",
      icon: <DiffOutlined />,
      reason: null,
      run: () => void navigate({ to: "/projects/$projectId/variance", params }),
    },
    {
      key: "duplicates",
      title: "Stickers in two photos",
      icon: <BlockOutlined />,
      reason: null,
      run: () => void navigate({ to: "/projects/$projectId/duplicates", params }),
    },
    {
      key: "blind-count",
      title: "Blind count",
      icon: <SafetyCertificateOutlined />,
      reason: null,
      run: () => void navigate({ to: "/projects/$projectId/blind-count", params }),
    },
    {
      key: "history",
      title: "History",
      icon: <HistoryOutlined />,
      reason: null,
      run: () => void navigate({ to: "/projects/$projectId/history", params }),
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
    ...exchange,
    {
      key: "settings",
      title: "Settings",
      icon: <SettingOutlined />,
      reason: null,
      run: () => void navigate({ to: "/projects/$projectId/settings", params }),
    },
    ...verbs.map((verb) => ({
      key: verb,
      title: VERB_TITLES[verb],
      reason: actions.reason(verb),
      danger: verb === "delete" || verb === "discard",
      run: () => actions.run(verb),
    })),
  ];
}

/** The screens by which other tools and systems get the event's contents. */
function useExchangeActions(slug: string): readonly Action[] {
  const navigate = useNavigate();
  const user = useAuthUser();
  const params = { projectId: slug };
  const dataset = {
    key: "dataset",
    title: "Labeled images",
    icon: <ExportOutlined />,
    reason: null,
    run: () => void navigate({ to: "/projects/$projectId/dataset", params }),
  };
  if (!may(user, "destination.change").ok) return [dataset];
  const destinations = {
    key: "destinations",
    title: "Webhooks and deliveries",
    icon: <SendOutlined />,
    reason: null,
    run: () => void navigate({ to: "/projects/$projectId/destinations", params }),
  };
  return [dataset, destinations];
}
