import { afterAll, beforeAll, expect, it } from "vitest";
import { queueTitle } from "@precount/domain";
import { recordProcessEnd, listProcesses } from "../../db/processes.ts";
import { sql } from "../../db/drizzle.ts";
import { insertImageJobs } from "../../db/jobs/write-image-jobs.ts";
import { imageJobs } from "../../db/schema/jobs.ts";
import { recordMaintenanceRun } from "../../db/maintenance-runs.ts";
import { enqueueCodeReading } from "../../queue/enqueue.ts";
import { startHeartbeat } from "../../processes/heartbeat.ts";
import { WorkReport } from "../../telemetry/work-report.ts";
import { makeImage, makeModel, makeProject } from "../../testing/factories.ts";
import { type TestApi, createTestApi } from "../../testing/test-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

it("reports processes, queues, failures and the last hour", async () => {
  const { db, pool } = api.database;
  const { log, queue } = api.services;
  const report = new WorkReport();
  const finished = report.begin("detect-photo");
  report.begin("make-previews");
  report.recordStage("decode", 40);
  report.recordDetection("done");
  report.recordMail("the mail server refused the user or password.");
  finished();
  const stop = startHeartbeat(db, { role: "worker", report, log });
  await expect.poll(async () => (await listProcesses(db)).running).toHaveLength(1);
  const project = await makeProject(db);
  const image = await makeImage(db, { projectSid: project.sid });
  const model = await makeModel(db);
  await insertImageJobs(db, { imageSids: [image.sid], modelSid: model.sid, options: {} });
  await db.update(imageJobs).set({ state: "failed", error: "The photo is damaged." });
  await queue.start();
  await enqueueCodeReading(db, queue, [image.sid]);
  await recordMaintenanceRun(db, "backup");

  const admin = await api.signIn({ role: "admin" });
  const status = await admin.rpc.status.getStatus.query();
  expect(status).toMatchObject({
    processes: [
      {
        role: "worker",
        pid: process.pid,
        version: status.version,
        isSilent: false,
        doing: [{ queue: "make-previews" }],
      },
    ],
    database: { migrations: { done: status.database.migrations.known } },
    storage: { kind: "folder", isReachable: true },
    queues: [{ name: "read-codes", waiting: 1, retrying: 0, active: 0 }],
    failed: [{ slug: project.slug, images: 1, reason: "The photo is damaged." }],
    lastHour: {
      detections: { done: 1, retry: 0, failed: 0 },
      stages: [{ stage: "decode", count: 1, meanMs: 40, mostMs: 40 }],
    },
    mail: { isSetUp: false, failure: "the mail server refused the user or password." },
  });
  expect(status.database.connections).toBeGreaterThan(0);
  expect(Math.abs(status.database.clockAheadMs)).toBeLessThan(1000);
  expect(Date.parse(status.backupAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
  // Calls in the next seconds get the cached answer: only the session is read.
  api.database.statements.length = 0;
  expect(await admin.rpc.status.getStatus.query()).toEqual(status);
  expect(api.database.statements).toHaveLength(1);

  // Without a heartbeat the process has ended. Its counts of the last hour remain.
  await pool.query("update processes set seen_at = now() - interval '1 minute'");
  expect((await listProcesses(db)).running).toMatchObject([{ isSilent: true }]);
  await stop();
  expect(await listProcesses(db)).toMatchObject({ running: [], reports: [{ slots: [{ detections: { done: 1 } }] }] });
  await recordProcessEnd(db, "nobody", report.snapshot());
  await db.execute(sql`update processes set seen_at = now() - interval '2 hours'`);
  expect(await listProcesses(db)).toEqual({ running: [], reports: [] });
});

it("each queue has a title", async () => {
  const { queue } = api.services;
  await queue.start();
  const names = (await queue.boss.getQueues()).map(({ name }) => name);
  expect(names).toContain("find-duplicates");
  expect(names.filter((name) => queueTitle(name) === name)).toEqual([]);
});
