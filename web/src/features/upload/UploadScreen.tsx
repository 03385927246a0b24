import { ArrowLeftOutlined } from "@ant-design/icons";
import { MAX_PHOTO_BYTES, PHOTO_ACCEPT, formatSize, projectCan } from "@precount/domain";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link, getRouteApi, useBlocker } from "@tanstack/react-router";
import { Alert, App, Tag } from "antd";
import { type ReactElement, useEffect } from "react";
import { useAuthUser } from "../../lib/auth.ts";
import { reasonOf } from "../../lib/reason.ts";
import { trpc } from "../../lib/trpc.ts";
import { DropZone } from "../../ui/DropZone.tsx";
import { summarise } from "./upload-queue.ts";
import styles from "./Upload.module.css";
import { UploadsInAll } from "./UploadsInAll.tsx";
import { UploadRow } from "./UploadRow.tsx";
import { useUploads } from "./use-uploads.ts";

const route = getRouteApi("/private/projects/$projectId/eventImages/upload");

export function UploadScreen(): ReactElement {
  const { projectId: slug } = route.useParams();
  const { area = null } = route.useSearch();
  const { data: event } = useSuspenseQuery(trpc.project.getProject.queryOptions({ slug }));
  const reason = reasonOf(projectCan.upload(event, useAuthUser()));
  const { queue, dispatch, add } = useUploads(slug, area);
  const summary = summarise(queue);
  useLeaveWarning(summary.open);
  useFreshLists(summary.done);
  return (
    <div className="pc-page" style={{ maxWidth: 960 }}>
      <Link
        className="pc-back"
        to="/projects/$projectId/eventImages"
        params={{ projectId: slug }}
        activeOptions={{ exact: true }}
      >
        <ArrowLeftOutlined aria-hidden /> Back to <bdi>{event.name}</bdi>
      </Link>
      <div className="pc-titlebar" style={{ marginTop: 8 }}>
        <h1>Upload images</h1>
        {area !== null && <OfArea slug={slug} area={area} />}
      </div>
      <Alert
        type="info"
        showIcon
        title="Do not upload company data. Photos of shelves only."
        style={{ marginBottom: 16 }}
      />
      <DropZone
        label="Photos"
        words="Drop photos here, or choose them"
        hint={`JPEG, PNG, WebP, TIFF, AVIF or HEIC, up to ${formatSize(MAX_PHOTO_BYTES)} each`}
        accept={PHOTO_ACCEPT}
        isMultiple
        reason={reason}
        onFiles={add}
      />
      {summary.total > 0 && (
        <section aria-label="Uploads" className={styles["uploads"]}>
          <UploadsInAll summary={summary} onEvent={dispatch} />
          <ul className={styles["list"]}>
            {queue.uploads.map((upload) => (
              <UploadRow key={upload.id} upload={upload} onEvent={dispatch} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** What is uploaded here is of one area, until one says otherwise. */
function OfArea({ slug, area }: { slug: string; area: number }): ReactElement {
  return (
    <>
      <Tag>For area {area}</Tag>
      <Link to="/projects/$projectId/eventImages/upload" params={{ projectId: slug }} replace>
        For no area in particular
      </Link>
    </>
  );
}

/** Leaving ends what is on its way, so it asks first. */
function useLeaveWarning(open: number): void {
  const { modal } = App.useApp();
  useBlocker({
    enableBeforeUnload: () => open > 0,
    shouldBlockFn: async () => {
      if (open === 0) return false;
      const leaves = await modal.confirm({
        title: "Leave while photos are being uploaded?",
        content: `${open === 1 ? "1 photo has" : `${open} photos have`} not arrived yet and would have to be dropped again.`,
        okText: "Leave",
        cancelText: "Stay",
      });
      return !leaves;
    },
  });
}

function useFreshLists(done: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (done > 0) void queryClient.invalidateQueries({ queryKey: trpc.project.pathKey(), refetchType: "none" });
  }, [done, queryClient]);
}
