import { expect, it } from "vitest";
import { type ProcessReport, type ServerStatus, isReplaced, summarizeLastHour, processReportSchema } from "./status.ts";
import { runHealthChecks } from "./health-checks.ts";

const NOW = "2026-11-22T03:00:00.000Z";
const process = (role: "api" | "worker", given: Partial<ServerStatus["processes"][number]> = {}) => ({
  id: role,
  role,
  host: "shop",
  pid: 1,
  version: "1.0.0",
  startedAt: NOW,
  seenAt: NOW,
  isSilent: false,
  doing: [],
  ...given,
});
const well: ServerStatus = {
  at: NOW,
  version: "1.0.0",
  commit: "",
  processes: [process("api"), process("worker")],
  database: {
    version: "18.4",
    answerMs: 1,
    sizeBytes: 1,
    connections: 12,
    maxConnections: 100,
    clockAheadMs: 3,
    migrations: { done: 15, known: 15 },
  },
  storage: { kind: "folder", isReachable: true, freeBytes: 90 * 1024 ** 3, sizeBytes: 100 * 1024 ** 3 },
  queues: [],
  failed: [],
  failedTasks: 0,
  disabledDestinations: 0,
  lastHour: { detections: { done: 0, retry: 0, failed: 0 }, stages: [] },
  mail: { isSetUp: true, sentAt: NOW, failedAt: null, failure: null },
  backupAt: "2026-11-21T03:00:00.000Z",
};
const queue = (given: Partial<ServerStatus["queues"][number]>) => ({
  name: "detect-photo",
  waiting: 0,
  retrying: 0,
  active: 0,
  oldestSeconds: null,
  ...given,
});

const report = (...slots: ProcessReport["slots"]): ProcessReport => ({ doing: [], mail: null, slots });

it("has no warnings for a healthy installation", () => {
  expect(runHealthChecks(well)).toEqual([]);
});

it.each<[string, Partial<ServerStatus>, RegExp, "error" | "warning"]>([
  ["a disabled destination", { disabledDestinations: 1 }, /1 destination was disabled/, "warning"],
  ["no worker", { processes: [process("api")], queues: [queue({ waiting: 3 })] }, /No worker .*3 jobs wait/, "error"],
  [
    "a silent process",
    { processes: [...well.processes, process("api", { id: "b", isSilent: true })] },
    /api shop\/1/,
    "warning",
  ],
  [
    "a long wait",
    { queues: [queue({ waiting: 1, oldestSeconds: 1000 })] },
    /“Photos to process” is 16m 40s/,
    "warning",
  ],
  ["a full disk", { storage: { ...well.storage, kind: "folder", freeBytes: 1000 } }, /1000 B are free/, "error"],
  ["little space", { storage: { ...well.storage, kind: "folder", freeBytes: 1024 ** 3 } }, /1 GB are free/, "warning"],
  [
    "an unreachable bucket",
    { storage: { kind: "bucket", isReachable: false, freeBytes: null, sizeBytes: null } },
    /bucket/,
    "error",
  ],
  ["failed photos", { failed: [{ slug: "a", name: "A", images: 2, reason: "x", at: NOW }] }, /2 photos/, "warning"],
  ["few connections", { database: { ...well.database, connections: 90 } }, /90 of the database's 100/, "warning"],
  ["different clocks", { database: { ...well.database, clockAheadMs: -61_000 } }, /1m 1s apart/, "warning"],
  ["a newer database", { database: { ...well.database, migrations: { done: 16, known: 15 } } }, /newer/, "warning"],
  [
    "two versions",
    { processes: [process("api"), process("worker", { version: "0.9.0" })] },
    /1\.0\.0, 0\.9\.0/,
    "warning",
  ],
  ["a mail that failed", { mail: { isSetUp: true, sentAt: null, failedAt: NOW, failure: "no" } }, /mail/, "warning"],
  ["an old backup", { backupAt: "2026-11-01T03:00:00.000Z" }, /21 days/, "warning"],
  ["no backup", { backupAt: null }, /No backup/, "warning"],
])("warns about %s", (_what, given, words, kind) => {
  const warnings = runHealthChecks({ ...well, ...given });
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatchObject({
    kind,
    message: expect.stringMatching(words),
    action: expect.stringMatching(/./),
  });
});

it("a silent process that was replaced is not reported", () => {
  const dead = process("worker", { isSilent: true, startedAt: "2026-11-22T02:00:00.000Z" });
  expect(isReplaced(dead, [dead, process("worker")])).toBe(true);
  expect(isReplaced(dead, [dead, process("worker", { host: "elsewhere" })])).toBe(false);
  expect(isReplaced(process("worker"), [process("worker"), process("worker")])).toBe(false);
});

it("errors come before warnings", () => {
  const warnings = runHealthChecks({ ...well, backupAt: null, processes: [process("api")] });
  expect(warnings.map(({ kind }) => kind)).toEqual(["error", "warning"]);
});

it("sums the reports of all processes over the last hour", () => {
  const now = Date.parse(NOW);
  const slot = (minutesAgo: number, count: number) => ({
    at: now - minutesAgo * 60_000,
    stages: { decode: { count, sumMs: 100 * count, mostMs: 200 + count }, unheard: { count, sumMs: 1, mostMs: 1 } },
    detections: { done: count, failed: 1 },
  });
  expect(summarizeLastHour([report(slot(90, 50), slot(50, 1)), report(slot(5, 2))], now)).toEqual({
    detections: { done: 3, retry: 0, failed: 2 },
    stages: [{ stage: "decode", count: 3, meanMs: 100, mostMs: 202 }],
  });
});

it("unknown reports of other versions fall back to empty values", () => {
  expect(processReportSchema.parse({ doing: "much", slots: [{}], later: 1 })).toEqual({
    doing: [],
    slots: [],
    mail: null,
  });
});
