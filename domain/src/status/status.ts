import { z } from "zod";

export const PROCESS_ROLES = ["api", "worker"] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

const stageSumSchema = z.object({ count: z.number(), sumMs: z.number(), mostMs: z.number() });
export type StageSum = z.infer<typeof stageSumSchema>;

const countsSchema = z.record(z.string(), z.number());
const slotSchema = z.object({
  /** Start of the slot, milliseconds since 1970. */
  at: z.number(),
  /** Durations by processing stage. */
  stages: z.record(z.string(), stageSumSchema),
  /** Attempts of detection jobs by outcome: done, retry, failed. */
  detections: countsSchema,
});
export type ReportSlot = z.infer<typeof slotSchema>;

/** A process's heartbeat report. Fields that another version writes differently fall back to empty values. */
export const processReportSchema = z.object({
  /** Running jobs: queue, and start in ISO 8601. */
  doing: z.array(z.object({ queue: z.string(), since: z.string() })).catch([]),
  /** The last hour in slots of five minutes. */
  slots: z.array(slotSchema).catch([]),
  mail: z
    .object({ sentAt: z.string().nullable(), failedAt: z.string().nullable(), failure: z.string().nullable() })
    .nullable()
    .catch(null),
});
export type ProcessReport = z.infer<typeof processReportSchema>;

/** Interval between two heartbeats. */
export const HEARTBEAT_MS = 10_000;
/** Two and a half missed heartbeats. */
export const HEARTBEAT_TIMEOUT_MS = 25_000;

export type ProcessStatus = {
  id: string;
  role: ProcessRole;
  host: string;
  pid: number;
  version: string;
  startedAt: string;
  seenAt: string;
  /** No heartbeat for too long, without a regular shutdown. */
  isSilent: boolean;
  doing: ProcessReport["doing"];
};

export type QueueStatus = {
  name: string;
  waiting: number;
  /** Jobs that wait for their next attempt. */
  retrying: number;
  active: number;
  /** Age of the oldest waiting job; null without one. */
  oldestSeconds: number | null;
};

/** Titles of the job queues, including dead-letter queues. */
const QUEUE_TITLES: Readonly<Record<string, string>> = {
  "detect-photo": "Photos to process",
  "detect-photo-failed": "Photos whose worker died",
  "make-previews": "Previews of photos",
  "make-crops": "Crops of stickers",
  "read-codes": "Codes in photos",
  "read-sticker": "Drawn stickers to read",
  "analyze-photo": "Quick tests",
  "apply-item-list": "Item lists to apply",
  "find-duplicates": "Photos to compare",
  deliver: "Webhooks and deliveries",
  "extract-document": "Extracts",
  "read-document": "Document tasks",
  "read-document-failed": "Documents whose worker died",
  "rewrite-document": "Edited tables",
  "collect-examples": "Photos to learn from",
  learn: "Training runs",
  "learn-failed": "Training runs whose worker died",
};
export const queueTitle = (name: string): string => QUEUE_TITLES[name] ?? name;

/** Titles of the processing stages, in the order of processing. */
export const STAGE_TITLES = {
  fetch: "Fetching",
  decode: "Decoding",
  previews: "Previews",
  codes: "Codes and keypoints",
  detect: "Finding",
  read: "Reading",
  "read-document": "Documents",
  store: "Storing",
} as const;
export type Stage = keyof typeof STAGE_TITLES;
/** In processing order. */
export const STAGES = Object.keys(STAGE_TITLES) as Stage[]; // keys of a const object

/** An event with images whose detection failed permanently. */
export type FailedEvent = { slug: string; name: string; images: number; reason: string; at: string };

export type StorageStatus =
  | { kind: "folder"; isReachable: boolean; freeBytes: number | null; sizeBytes: number | null }
  | { kind: "bucket"; isReachable: boolean; freeBytes: null; sizeBytes: null };

/** Status of an installation, for its admins. Times are ISO 8601. */
export type ServerStatus = {
  at: string;
  version: string;
  commit: string;
  processes: ProcessStatus[];
  database: {
    version: string;
    answerMs: number;
    sizeBytes: number;
    connections: number;
    maxConnections: number;
    /** Difference of the database's clock to this server's, milliseconds. */
    clockAheadMs: number;
    /** Migrations that were applied, and migrations of this version. */
    migrations: { done: number; known: number };
  };
  storage: StorageStatus;
  queues: QueueStatus[];
  failed: FailedEvent[];
  /** Document tasks that ended with errors in the last day. */
  failedTasks: number;
  /** Webhooks and deliveries that were disabled after a day of failures. */
  disabledDestinations: number;
  lastHour: {
    detections: { done: number; retry: number; failed: number };
    stages: { stage: Stage; count: number; meanMs: number; mostMs: number }[];
  };
  mail: { isSetUp: boolean; sentAt: string | null; failedAt: string | null; failure: string | null };
  /** Null if no backup is known. */
  backupAt: string | null;
};

/** Sums the reports of all processes over the last hour. */
export function summarizeLastHour(reports: readonly ProcessReport[], nowMs: number): ServerStatus["lastHour"] {
  const detections = { done: 0, retry: 0, failed: 0 };
  const stages = new Map<string, StageSum>();
  const slots = reports.flatMap((report) => report.slots).filter(({ at }) => at > nowMs - 3_600_000);
  for (const slot of slots) {
    for (const outcome of ["done", "retry", "failed"] as const) detections[outcome] += slot.detections[outcome] ?? 0;
    for (const [stage, sum] of Object.entries(slot.stages)) stages.set(stage, mergeStageSums(stages.get(stage), sum));
  }
  return {
    detections,
    stages: STAGES.flatMap((stage) => {
      const sum = stages.get(stage);
      return sum ? [{ stage, count: sum.count, meanMs: sum.sumMs / sum.count, mostMs: sum.mostMs }] : [];
    }),
  };
}

/** Whether a silent process was replaced by another one, for example after a crash. */
export const isReplaced = (process: ProcessStatus, all: readonly ProcessStatus[]): boolean =>
  process.isSilent &&
  all.some(
    ({ role, host, isSilent, startedAt }) =>
      !isSilent && role === process.role && host === process.host && startedAt > process.startedAt,
  );

export const mergeStageSums = (one: StageSum | undefined, other: StageSum): StageSum => ({
  count: (one?.count ?? 0) + other.count,
  sumMs: (one?.sumMs ?? 0) + other.sumMs,
  mostMs: Math.max(one?.mostMs ?? 0, other.mostMs),
});
