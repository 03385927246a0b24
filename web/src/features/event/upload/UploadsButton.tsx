import { UploadOutlined } from "@ant-design/icons";
import { useQueryClient } from "@tanstack/react-query";
import { useBlocker, useLocation, useNavigate } from "@tanstack/react-router";
import { App, Button } from "antd";
import { type ReactElement, useEffect, useRef } from "react";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { useTimeLeft } from "../../../shared/time/use-time-left.ts";
import { uploads, useAllUploads } from "./page-uploads.ts";
import { type UploadSummary, summarizeUploads } from "./upload-queue.ts";
import { isAnyOpen } from "./uploads.ts";

const addressOf = (slug: string): string => `/projects/${slug}/eventImages/upload`;

/** In the header of every other screen: photos go on being uploaded, and whoever wonders sees how that stands. */
export function UploadsButton({ isShown }: { isShown: boolean }): ReactElement | null {
  const all = useAllUploads();
  const navigate = useNavigate();
  const pathname = useLocation({ select: (location) => location.pathname });
  const summary = summarizeUploads({ uploads: [...all.values()].flatMap((queue) => queue.uploads) });
  const left = useTimeLeft(summary.sentBytes, summary.allBytes);
  const [first] = [...all].flatMap(([slug, queue]) => {
    const { open, failed } = summarizeUploads(queue);
    return open + failed > 0 ? [slug] : [];
  });
  const isOnScreen = [...all.keys()].some((slug) => pathname === addressOf(slug));
  useFreshLists(summary);
  useSaidAtTheEnd(summary, isOnScreen);
  useLogoutWarning();
  if (!isShown || first === undefined || isOnScreen) return null;
  const { total, done, failed, open } = summary;
  const words = open > 0 ? `${done} of ${total} uploaded` : `${failed} of ${total} not uploaded`;
  return (
    <Button
      type="text"
      danger={failed > 0}
      icon={<UploadOutlined />}
      title={left === null ? words : `${words}, ${left}`}
      aria-label={left === null ? words : `${words}, ${left}`}
      onClick={() => void navigate({ to: "/projects/$projectId/eventImages/upload", params: { projectId: first } })}
    >
      {open > 0 ? `${done} of ${total}` : failed}
    </Button>
  );
}

/** What is listed elsewhere is old with every photo; it is asked for anew when it is shown, and when all have arrived. */
function useFreshLists({ done, open }: UploadSummary): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (done === 0) return;
    const refetchType = open === 0 ? "active" : "none";
    void queryClient.invalidateQueries({ queryKey: trpc.project.pathKey(), refetchType });
  }, [done, open, queryClient]);
}

function useSaidAtTheEnd({ done, failed, open }: UploadSummary, isOnScreen: boolean): void {
  const wasOpen = useRef(open);
  useEffect(() => {
    const isOver = wasOpen.current > 0 && open === 0;
    wasOpen.current = open;
    if (!isOver || isOnScreen) return;
    const photos = done === 1 ? "1 photo is uploaded." : `${done} photos are uploaded.`;
    if (failed > 0) feedback.warning(`${photos} ${failed} could not be: the mark above leads to them.`);
    else if (done > 0) feedback.success(photos);
  }, [done, failed, open, isOnScreen]);
}

function useLogoutWarning(): void {
  const { modal } = App.useApp();
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: async ({ next }) => {
      if (next.pathname !== "/logout" || !isAnyOpen(uploads.all())) return false;
      const leaves = await modal.confirm({
        title: "Log out while photos are being uploaded?",
        content: "Those that have not arrived yet would have to be dropped again.",
        okText: "Log out",
        cancelText: "Stay",
      });
      return !leaves;
    },
  });
}
