import { FileTextOutlined } from "@ant-design/icons";
import { describeImageProgress } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Link, Navigate, Outlet, useMatch, useNavigate, useParams, useRouter } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { type EventView, toView, useEventView } from "../../../shared/images/event-section.ts";
import { useLiveEvent } from "../../../shared/live/live.ts";
import { useDetectionFailures } from "../../../shared/live/use-detection-failures.ts";
import { useProject } from "../../../shared/api/use-project.ts";
import { UNBATCHED, trpc } from "../../../shared/api/trpc.ts";
import { WithTooltip } from "../../../ui/WithTooltip.tsx";
import { ProgressCell } from "../../../ui/ProgressCell.tsx";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { PROJECT_STATUS_DISPLAY } from "../../../ui/status-display.tsx";
import { SegmentedControl } from "../../../ui/SegmentedControl.tsx";
import { BlindCountLink } from "./BlindCountLink.tsx";
import { DuplicatesLink } from "./DuplicatesLink.tsx";
import { type Deciding, EventActionsBar } from "./EventActionsBar.tsx";
import { EventQueue } from "./EventQueue.tsx";
import { RemainingLine } from "./RemainingLine.tsx";
import styles from "./Queue.module.css";

/** The home of an event: name, status and actions, above its images or areas. */
export function EventHomeLayout(): ReactElement {
  // Every route of this layout has the parameter.
  const { projectId: slug = "" } = useParams({ strict: false });
  const event = useProject(slug);
  useLiveEvent(slug, [
    trpc.project.getProject.queryKey({ slug }),
    trpc.project.fetchProjectWithImages.queryKey(),
    trpc.image.fetchDoubtfulBoxes.queryKey(),
    trpc.project.getQueue.queryKey({ slug }),
    trpc.radar.fetchSummary.queryKey({ slug }),
    trpc.duplicate.fetchPairCounts.queryKey({ slug }),
    trpc.blindCount.getBlindCount.queryKey({ slug }),
    trpc.project.fetchProjects.queryKey(),
  ]);
  useDetectionFailures(slug);
  const [deciding, setDeciding] = useState<Deciding>(null);
  // Not the current address, which is already that of the next screen while that screen is being loaded.
  const isInArchives = useMatch({ strict: false, select: ({ pathname }) => pathname.startsWith("/archives/") });
  const view = useEventView();
  // Archived events are shown under Archives only, and other events are not.
  if (event.isArchived !== isInArchives) {
    return <Navigate {...toView(view, slug, event.isArchived)} replace />;
  }
  const [report] = event.reports.toSorted((a, b) => b.version - a.version);
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1 dir="auto" title={event.name}>
          {event.name}
        </h1>
        <StatusTag display={PROJECT_STATUS_DISPLAY[event.status]} />
        <WithTooltip title={describeImageProgress(event.images)}>
          <span>
            <ProgressCell percent={event.progress} label="Event progress" />
          </span>
        </WithTooltip>
        {report && (
          <Link
            to="/projects/$projectId/reports/$reportId"
            params={{ projectId: slug, reportId: report.sid }}
            title={report.title}
          >
            <FileTextOutlined /> Report v{report.version}
          </Link>
        )}
        <span className="pc-grow" />
        <div className={styles["actions"]}>
          <EventActionsBar event={event} deciding={deciding} onDeciding={setDeciding} />
        </div>
      </div>
      <div className={styles["row"]}>
        <div className={styles["work"]}>
          {!event.isArchived && <RemainingLine event={event} onDecide={() => setDeciding("only")} />}
          <DuplicatesLink event={event} />
          <BlindCountLink event={event} />
        </div>
        <ViewToggle slug={slug} view={view} isArchived={event.isArchived} />
        {!event.isArchived && <EventQueue event={event} />}
      </div>
      <Outlet />
    </div>
  );
}

type ViewToggleProps = { slug: string; view: EventView; isArchived: boolean };

/** Switches between images and areas (spec §2), the radar with its number of open findings, and the crops, which have their own screen. */
function ViewToggle({ slug, view, isArchived }: ViewToggleProps): ReactElement {
  const { data: radar } = useQuery(
    trpc.radar.fetchSummary.queryOptions({ slug }, { trpc: UNBATCHED, enabled: !isArchived }),
  );
  const navigate = useNavigate();
  const router = useRouter();
  return (
    <SegmentedControl<EventView | "crops">
      className={styles["views"] ?? ""}
      // Preload the other view on hover.
      onPointerEnter={() =>
        void router.preloadRoute(toView(view === "areas" ? "eventImages" : "areas", slug, isArchived))
      }
      aria-label="View"
      value={view}
      options={[
        { value: "eventImages", label: "Event images" },
        { value: "areas", label: "Ranges Control" },
        ...(isArchived ? [] : [{ value: "radar" as const, label: radarLabel(radar?.open) }, CROPS]),
      ]}
      onChange={(value) =>
        void navigate(
          value === "crops"
            ? { to: "/projects/$projectId/crops", params: { projectId: slug } }
            : toView(value, slug, isArchived),
        )
      }
    />
  );
}

const CROPS = { value: "crops" as const, label: "Crops" };

/** The number is missing until it is known, and when nothing was found. */
const radarLabel = (open: number | undefined): string =>
  open === undefined || open === 0 ? "Radar" : `Radar · ${open.toLocaleString("en-GB")}`;
