/** What becomes of the photos somebody drops: pure, so that it can be tested without a browser. */

type UploadStatus = "waiting" | "sending" | "done" | "failed" | "cancelled";

export type Upload = {
  id: number;
  name: string;
  sizeBytes: number;
  status: UploadStatus;
  sentBytes: number;
  /** Why it failed, in words; null otherwise. */
  error: string | null;
  /** The event had these very bytes already. */
  isDuplicate: boolean;
};

export type UploadEvent =
  | { type: "add"; files: readonly { name: string; sizeBytes: number; error: string | null }[] }
  | { type: "start" | "cancel" | "retry"; id: number }
  | { type: "progress"; id: number; sentBytes: number }
  | { type: "succeed"; id: number; isDuplicate: boolean }
  | { type: "fail"; id: number; error: string }
  | { type: "cancelAll" | "retryFailed" | "clearFinished" };

export type UploadQueue = { nextId: number; uploads: readonly Upload[] };
export const EMPTY_QUEUE: UploadQueue = { nextId: 1, uploads: [] };

/** At once. More only wait for each other: the line and the server's disk are the same. */
export const MAX_SENDING = 3;

const waiting = { status: "waiting", sentBytes: 0, error: null } as const;

export function reduceUploads(queue: UploadQueue, event: UploadEvent): UploadQueue {
  switch (event.type) {
    case "add": {
      const added = event.files.map(({ name, sizeBytes, error }, index): Upload => {
        const upload = { id: queue.nextId + index, name, sizeBytes, isDuplicate: false, ...waiting };
        return error === null ? upload : { ...upload, status: "failed", error };
      });
      return { nextId: queue.nextId + added.length, uploads: [...queue.uploads, ...added] };
    }
    case "start":
      return change(queue, event.id, ["waiting"], (upload) => ({ ...upload, status: "sending" }));
    case "progress":
      return change(queue, event.id, ["sending"], (upload) => ({
        ...upload,
        // The form around the file is sent too, so the browser may count a little more than the file.
        sentBytes: Math.min(upload.sizeBytes, event.sentBytes),
      }));
    case "succeed":
      return change(queue, event.id, ["sending"], (upload) => ({
        ...upload,
        status: "done",
        sentBytes: upload.sizeBytes,
        isDuplicate: event.isDuplicate,
      }));
    case "fail":
      return change(queue, event.id, ["sending"], (upload) => ({ ...upload, status: "failed", error: event.error }));
    case "cancel":
      return change(queue, event.id, ["waiting", "sending"], cancelled);
    case "retry":
      return change(queue, event.id, ["failed", "cancelled"], (upload) => ({ ...upload, ...waiting }));
    case "cancelAll":
      return { ...queue, uploads: queue.uploads.map((upload) => (isOpen(upload) ? cancelled(upload) : upload)) };
    case "retryFailed":
      return {
        ...queue,
        uploads: queue.uploads.map((upload) => (upload.status === "failed" ? { ...upload, ...waiting } : upload)),
      };
    case "clearFinished":
    default:
      return { ...queue, uploads: queue.uploads.filter((upload) => isOpen(upload) || upload.status === "failed") };
  }
}

/** Which ones to begin now, in the order they were dropped. */
export function toStart({ uploads }: UploadQueue): Upload[] {
  const sending = uploads.filter((upload) => upload.status === "sending").length;
  return uploads.filter((upload) => upload.status === "waiting").slice(0, Math.max(0, MAX_SENDING - sending));
}

export type UploadSummary = {
  total: number;
  done: number;
  failed: number;
  /** Still to come or on its way. */
  open: number;
  /** Of all that is sent or to be sent. */
  sentBytes: number;
  allBytes: number;
  /** The one of the other, whole percent. */
  percent: number;
};

export function summarizeUploads({ uploads }: Pick<UploadQueue, "uploads">): UploadSummary {
  const counted = uploads.filter((upload) => upload.status !== "cancelled");
  const all = counted.reduce((sum, upload) => sum + upload.sizeBytes, 0);
  const sent = counted.reduce(
    (sum, upload) => sum + (upload.status === "failed" ? upload.sizeBytes : upload.sentBytes),
    0,
  );
  const open = counted.filter(isOpen).length;
  return {
    total: counted.length,
    done: counted.filter((upload) => upload.status === "done").length,
    failed: counted.filter((upload) => upload.status === "failed").length,
    open,
    sentBytes: sent,
    allBytes: all,
    // 100 only when nothing is left: the last answer takes longer than the last byte.
    percent: open === 0 ? 100 : Math.min(99, Math.floor((100 * sent) / Math.max(1, all))),
  };
}

export const isOpen = ({ status }: Upload): boolean => status === "waiting" || status === "sending";
const cancelled = (upload: Upload): Upload => ({ ...upload, status: "cancelled", sentBytes: 0 });

/** An event for an upload that is no longer in one of `from` came too late, and changes nothing. */
function change(
  queue: UploadQueue,
  id: number,
  from: readonly UploadStatus[],
  next: (upload: Upload) => Upload,
): UploadQueue {
  return {
    ...queue,
    uploads: queue.uploads.map((upload) => (upload.id === id && from.includes(upload.status) ? next(upload) : upload)),
  };
}
