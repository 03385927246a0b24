import { UploadOutlined } from "@ant-design/icons";
import { useQueryClient } from "@tanstack/react-query";
import { useBlocker, useNavigate } from "@tanstack/react-router";
import { App, Button } from "antd";
import { type ReactElement, useEffect, useRef } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { useTimeLeft } from "../../../shared/time/use-time-left.ts";
import { uploads, useAllUploads, useAreUploadsShown } from "./page-uploads.ts";
import { type UploadSummary, endOfBatch, sharedError, startOfBatch, summarizeUploads } from "./upload.ts";
import { isAnyOpen } from "./uploads.ts";

/** In the header of every other screen: shows the progress of all uploads and leads to them. */
export function UploadsButton({ isShown }: { isShown: boolean }): ReactElement | null {
  const all = useAllUploads();
  const navigate = useNavigate();
  const every = [...all.values()].flat();
  const summary = summarizeUploads(every);
  const timeLeft = useTimeLeft(summary.sentBytes, summary.allBytes);
  const [first] = [...all].flatMap(([slug, own]) => {
    const { open, failed } = summarizeUploads(own);
    return open + failed > 0 ? [slug] : [];
  });
  const isOnScreen = useAreUploadsShown();
  useListRefresh(summary);
  useEndNotification(summary, sharedError(every), isOnScreen);
  useLogoutWarning();
  if (!isShown || first === undefined || isOnScreen) return null;
  const { total, done, failed, open } = summary;
  const progress = open > 0 ? `${done} of ${total} uploaded` : `${failed} of ${total} not uploaded`;
  const title = timeLeft === null ? progress : `${progress}, ${timeLeft}`;
  return (
    <Button
      type="text"
      danger={failed > 0}
      icon={<UploadOutlined />}
      title={title}
      aria-label={title}
      onClick={() => void navigate({ to: "/projects/$projectId/eventImages/upload", params: { projectId: first } })}
    >
      {open > 0 ? `${done} of ${total}` : failed}
    </Button>
  );
}

/** Marks the lists of images as stale after each photo; visible lists are fetched again when all photos have arrived. */
function useListRefresh({ done, open }: UploadSummary): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (done === 0) return;
    const refetchType = open === 0 ? "active" : "none";
    void queryClient.invalidateQueries({ queryKey: trpc.project.pathKey(), refetchType });
  }, [done, open, queryClient]);
}

/** @param reason of all failures; null if they differ */
function useEndNotification({ done, failed, open }: UploadSummary, reason: string | null, isOnScreen: boolean): void {
  const start = useRef({ done, failed, open });
  useEffect(() => {
    const now = { done, failed, open };
    const batch = endOfBatch(start.current, now);
    start.current = startOfBatch(start.current, now);
    if (batch === null || isOnScreen) return;
    const photos = batch.done === 1 ? "1 photo is uploaded." : `${batch.done} photos are uploaded.`;
    if (batch.failed > 0)
      feedback.warning(
        `${photos} ${batch.failed} failed${reason === null ? "." : `: ${reason}`} Use the upload button above to see them.`,
      );
    else if (batch.done > 0) feedback.success(photos);
  }, [done, failed, open, reason, isOnScreen]);
}

function useLogoutWarning(): void {
  const { modal } = App.useApp();
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: async ({ next }) => {
      if (next.pathname !== "/logout" || !isAnyOpen(uploads.all())) return false;
      const leaves = await modal.confirm({
        title: "Log out while photos are being uploaded?",
        content: "Photos that are not uploaded yet have to be chosen again.",
        okText: "Log out",
        cancelText: "Stay",
      });
      return !leaves;
    },
  });
}
