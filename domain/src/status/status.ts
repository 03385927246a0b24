import { z } from "zod";

export const PROCESS_ROLES = ["api", "worker"] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

const stageSumSchema = z.object({ count: z.number(), sumMs: z.number(), mostMs: z.number() });
export type StageSum = z.infer<typeof stageSumSchema>;

const tally = z.record(z.string(), z.number());
const slotSchema = z.object({
  /** When it began, milliseconds. */
  at: z.number(),
  /** What a photo or document goes through, by the stage's name. */
  stages: z.record(z.string(), stageSumSchema),
  /** Tries of detections that ended so: done, retry, failed. */
  detections: tally,
});
export type ReportSlot = z.infer<typeof slotSchema>;

/** What a process says of itself with each beat. One of another version may say it otherwise: what cannot be read is nothing. */
export const processReportSchema = z.object({
  /** Kinds of jobs in hand, and since when, ISO 8601. */
  doing: z.array(z.object({ queue: z.string(), since: z.string() })).catch([]),
  /** The last hour in slots of five minutes. */
  slots: z.array(slotSchema).catch([]),
  mail: z
    .object({ sentAt: z.string().nullable(), failedAt: z.string().nullable(), failure: z.string().nullable() })
    .nullable()
    .catch(null),
});
export type ProcessReport = z.infer<typeof processReportSchema>;

/** Between two beats of a process. */
export const HEARTBEAT_MS = 10_000;
/** Two beats and a half were missed. */
export const HEARTBEAT_TIMEOUT_MS = 25_000;

export type ProcessStatus = {
  id: string;
  role: ProcessRole;
  host: string;
  pid: number;
  version: string;
  startedAt: string;
  seenAt: string;
  /** It has not said a word for too long, and not that it ends. */
  isSilent: boolean;
  doing: ProcessReport["doing"];
};

export type QueueStatus = {
  name: string;
  waiting: number;
  /** Wait for their next try. */
  retrying: number;
  active: number;
  /** Of the one that waits longest; null when none does. */
  oldestSeconds: number | null;
};

/** What jobs are for, in words; of kinds that only ask for others' ends, too. */
const QUEUE_TITLES: Readonly<Record<string, string>> = {
  "detect-photo": "Photos to look at",
  "detect-photo-failed": "Photos that never came back",
  "make-previews": "Previews of photos",
  "read-codes": "Codes in photos",
  "read-sticker": "Stickers that people draw",
  "analyze-photo": "Photos that people try",
  "extract-document": "Extracts that people try",
  "read-document": "Document tasks",
  "read-document-failed": "Documents that never came back",
};
export const queueTitle = (name: string): string => QUEUE_TITLES[name] ?? name;

/** Stages in words, in the order in which a photo and a document go through them. */
export const STAGE_TITLES = {
  fetch: "Fetching",
  decode: "Decoding",
  detect: "Finding",
  read: "Reading",
  "read-document": "Documents",
  store: "Storing",
} as const;
export type Stage = keyof typeof STAGE_TITLES;
/** In their order. */
export const STAGES = Object.keys(STAGE_TITLES) as Stage[]; // keys of a const object

/** Photos of an event whose detection has failed for good. */
export type FailedEvent = { slug: string; name: string; images: number; reason: string; at: string };

export type StorageStatus =
  | { kind: "folder"; isReachable: boolean; freeBytes: number | null; sizeBytes: number | null }
  | { kind: "bucket"; isReachable: boolean; freeBytes: null; sizeBytes: null };

/** How an installation is, for its admins. Times are ISO 8601. */
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
    mostConnections: number;
    /** How far its clock is ahead of this server's, milliseconds. */
    clockAheadMs: number;
    /** Migrations that it has seen, and that this version brings. */
    migrations: { done: number; known: number };
  };
  storage: StorageStatus;
  queues: QueueStatus[];
  failed: FailedEvent[];
  /** Document tasks of the last day that ended with errors. */
  failedTasks: number;
  lastHour: {
    detections: { done: number; retry: number; failed: number };
    stages: { stage: Stage; count: number; meanMs: number; mostMs: number }[];
  };
  mail: { isSetUp: boolean; sentAt: string | null; failedAt: string | null; failure: string | null };
  /** Null when none is known. */
  backupAt: string | null;
};

/** What all processes said of the last hour, as one. */
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

/** A silent process in whose place another one runs, such as one that was started again after a crash. */
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
