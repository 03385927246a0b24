import { PrinterOutlined } from "@ant-design/icons";
import { eventIsOpen } from "@precount/domain";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useProject } from "../../../../shared/api/use-project.ts";
import { TABLE_FORMATS, downloadUrl, startDownload } from "../../../../shared/api/download.ts";
import { useLiveEvent } from "../../../../shared/live/live.ts";
import { trpc } from "../../../../shared/api/trpc.ts";
import { DownloadMenu } from "../../../../ui/DownloadMenu.tsx";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { PrintedGaps } from "./PrintedGaps.tsx";
import { RejectedTable } from "./RejectedTable.tsx";
import { UntakenRuns } from "./UntakenRuns.tsx";
import { describeGaps, gapGroups, rejectedTitle } from "./gap-groups.ts";

/** The areas that still need a photo, on the screen, as a download and in print. */
export function GapsScreen(): ReactElement {
  const { projectId: slug = "" } = useParams({ strict: false });
  const event = useProject(slug);
  const { data } = useSuspenseQuery(trpc.area.fetchGaps.queryOptions({ project: { slug } }));
  useLiveEvent(slug, [trpc.project.getProject.queryKey({ slug }), trpc.area.fetchGaps.queryKey({ project: { slug } })]);
  const groups = gapGroups(data.gaps);
  const isOpen = eventIsOpen(event).ok;
  const isNone = data.gaps.length === 0;
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Gap list</h1>
        <Link to="/projects/$projectId/areas" params={{ projectId: slug }}>
          <bdi>{event.name}</bdi>
        </Link>
        <span className="pc-grow" />
        <ReasonButton
          type="primary"
          icon={<PrinterOutlined />}
          reason={isNone ? "No area is missing." : null}
          onClick={() => print()}
        >
          Print
        </ReasonButton>
        <DownloadMenu
          label="Download"
          downloads={TABLE_FORMATS.map((format) => ({
            title: format.toUpperCase(),
            start: () => startDownload(downloadUrl(slug, "areas/gaps", format)),
          }))}
        />
      </div>
      {isNone ? (
        <NoGaps slug={slug} areas={data.areas} />
      ) : (
        <>
          <p aria-live="polite">{describeGaps(groups, data.areas, isOpen)}.</p>
          <RejectedTable slug={slug} title={rejectedTitle(isOpen)} gaps={groups.rejected} />
          <UntakenRuns numbers={groups.untaken} />
        </>
      )}
      <PrintedGaps event={event} groups={groups} areas={data.areas} />
    </div>
  );
}

function NoGaps({ slug, areas }: { slug: string; areas: number }): ReactElement {
  return (
    <EmptyState
      text={
        areas === 0
          ? "This event has no areas yet. Add them in Ranges Control."
          : "Every area is accounted for: each has a photo or is voided."
      }
    >
      <Link to="/projects/$projectId/areas" params={{ projectId: slug }}>
        Open Ranges Control
      </Link>
    </EmptyState>
  );
}
