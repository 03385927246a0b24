import { FileTextOutlined } from "@ant-design/icons";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, Navigate, Outlet, useNavigate, useParams, useRouter } from "@tanstack/react-router";
import { Segmented } from "antd";
import type { ReactElement } from "react";
import { toImages, useEventSection } from "../../../shared/images/event-section.ts";
import { useLiveEvent } from "../../../shared/live/live.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { WithTooltip } from "../../../ui/WithTooltip.tsx";
import { ProgressCell } from "../../../ui/ProgressCell.tsx";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { PROJECT_STATUS_DISPLAY } from "../../../ui/status-display.tsx";
import { EventActionsBar } from "./EventActionsBar.tsx";
import { EventQueue } from "./EventQueue.tsx";
import styles from "./Queue.module.css";

/** The home of an event: name, status and actions, above its images or areas. */
export function EventHomeLayout(): ReactElement {
  // Every route of this layout has the parameter.
  const { projectId: slug = "" } = useParams({ strict: false });
  const { data: event } = useSuspenseQuery(trpc.project.getProject.queryOptions({ slug }));
  useLiveEvent(slug, [
    trpc.project.getProject.queryKey({ slug }),
    trpc.project.fetchProjectWithImages.queryKey(),
    trpc.project.getQueue.queryKey({ slug }),
    trpc.project.fetchProjects.queryKey(),
  ]);
  const section = useEventSection();
  // Archived events are shown under Archives only, and other events are not.
  if (event.isArchived !== (section === "archives")) {
    return <Navigate {...toImages(event.isArchived ? "archives" : "eventImages", slug)} replace />;
  }
  const [report] = event.reports.toSorted((a, b) => b.version - a.version);
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1 dir="auto" title={event.name}>
          {event.name}
        </h1>
        <StatusTag display={PROJECT_STATUS_DISPLAY[event.status]} />
        <WithTooltip title={`${event.images.settled} of ${event.images.total} images approved or rejected`}>
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
          <EventActionsBar event={event} />
        </div>
      </div>
      {section !== "archives" && (
        <div className={styles["row"]}>
          <ViewToggle slug={slug} section={section} />
          <EventQueue event={event} />
        </div>
      )}
      <Outlet />
    </div>
  );
}

/** Switches between images and areas (spec §2). */
function ViewToggle({ slug, section }: { slug: string; section: "eventImages" | "areas" }): ReactElement {
  const navigate = useNavigate();
  const router = useRouter();
  return (
    <Segmented
      // Preload the other view on hover.
      onPointerEnter={() =>
        void router.preloadRoute({
          to: `/projects/$projectId/${section === "areas" ? "eventImages" : "areas"}`,
          params: { projectId: slug },
        })
      }
      aria-label="View"
      value={section}
      options={[
        { value: "eventImages", label: "Event images" },
        { value: "areas", label: "Ranges Control" },
      ]}
      onChange={(value) => void navigate({ to: `/projects/$projectId/${value}`, params: { projectId: slug } })}
    />
  );
}
