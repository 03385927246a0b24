import { MAX_PHOTO_BYTES } from "@precount/domain";

/** One file that the user chose for upload. Pure, so that it is tested without a browser. */

type UploadStatus = "waiting" | "sending" | "done" | "failed" | "cancelled";

export type Upload = {
  id: string;
  slug: string;
  name: string;
  sizeBytes: number;
  status: UploadStatus;
  sentBytes: number;
  /** Why it failed; null otherwise. */
  error: string | null;
  /** Where the event already had the same bytes; null otherwise. */
  duplicate: string | null;
};

export type UploadEvent =
  | { type: "start" | "cancel" | "retry" }
  | { type: "progress"; sentBytes: number }
  | { type: "succeed"; duplicate: string | null }
  | { type: "fail"; error: string };

/** Ignores an event that comes too late, such as an answer after Cancel. */
export function reduceUpload(upload: Upload, event: UploadEvent): Upload {
  const { status, sizeBytes } = upload;
  switch (event.type) {
    case "start":
      return status === "waiting" ? { ...upload, status: "sending" } : upload;
    case "progress":
      // The browser also counts the form around the file.
      return status === "sending" ? { ...upload, sentBytes: Math.min(sizeBytes, event.sentBytes) } : upload;
    case "succeed":
      return status === "sending"
        ? { ...upload, status: "done", sentBytes: sizeBytes, duplicate: event.duplicate }
        : upload;
    case "fail":
      return status === "sending" ? { ...upload, status: "failed", error: event.error } : upload;
    case "cancel":
      return isOpen(upload) ? { ...upload, status: "cancelled", sentBytes: 0 } : upload;
    case "retry":
    default:
      return mayRetry(upload) ? { ...upload, status: "waiting", sentBytes: 0, error: null } : upload;
  }
}

/** Waiting or being sent. */
export const isOpen = ({ status }: Upload): boolean => status === "waiting" || status === "sending";

/** The server would refuse a file that is too large again. */
export const mayRetry = ({ status, sizeBytes }: Upload): boolean =>
  (status === "failed" || status === "cancelled") && sizeBytes <= MAX_PHOTO_BYTES;

export type UploadSummary = {
  total: number;
  done: number;
  failed: number;
  /** Waiting or being sent. */
  open: number;
  sentBytes: number;
  allBytes: number;
  /** `sentBytes` of `allBytes`, whole percent. */
  percent: number;
};

/** Leaves out cancelled uploads; a failed one counts as sent, so that the bar reaches its end. */
export function summarizeUploads(uploads: readonly Upload[]): UploadSummary {
  const counted = uploads.filter(({ status }) => status !== "cancelled");
  const allBytes = counted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const sentBytes = counted.reduce(
    (sum, { status, sizeBytes, sentBytes: sent }) => sum + (status === "failed" ? sizeBytes : sent),
    0,
  );
  const open = counted.filter(isOpen).length;
  return {
    total: counted.length,
    done: counted.filter(({ status }) => status === "done").length,
    failed: counted.filter(({ status }) => status === "failed").length,
    open,
    sentBytes,
    allBytes,
    // 100 only when nothing is open: the server's last answer comes after the last byte.
    percent: open === 0 ? 100 : Math.min(99, Math.floor((100 * sentBytes) / Math.max(1, allBytes))),
  };
}

/** The reason of all failed uploads, as a sentence; null if there are several reasons, or no failure. */
export function sharedError(uploads: readonly Upload[]): string | null {
  const [reason = null, ...others] = new Set(
    uploads.flatMap(({ status, error }) => (status === "failed" && error !== null ? [error] : [])),
  );
  return others.length === 0 ? reason : null;
}

type Counts = Pick<UploadSummary, "done" | "failed" | "open">;

/**
 * The counts when a batch began, by which `endOfBatch` tells what it added: a batch ends when nothing is open.
 * @param start of the batch until now; the first call gives the current counts
 */
export function startOfBatch(start: Counts, now: Counts): Counts {
  if (now.open === 0) return now;
  if (start.open > 0) return start;
  // Files that are too large fail at once, and a retried one has failed no more.
  return { ...now, failed: Math.min(start.failed, now.failed) };
}

/** The numbers of files that a batch uploaded and that failed; null while it runs, and without one. */
export const endOfBatch = (start: Counts, now: Counts): Pick<Counts, "done" | "failed"> | null =>
  start.open > 0 && now.open === 0 ? { done: now.done - start.done, failed: now.failed - start.failed } : null;
