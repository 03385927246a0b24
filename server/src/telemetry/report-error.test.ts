import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApi } from "../processes/api.ts";
import { ProcessError } from "@precount/forked-process";
import { Registry } from "prom-client";
import { z } from "zod";
import type { WorkerContext } from "../operations/worker-context.ts";
import { defineJob } from "../queue/job.ts";
import { runJob } from "../jobs/run-job.ts";
import { type Receiver, startReceiver } from "../testing/receiver.ts";
import { type TestApi, createTestApi } from "../testing/test-api.ts";
import { JobMetrics } from "./job-metrics.ts";
import { startErrorReports } from "./report-error.ts";

let api: TestApi;
let sentry: Receiver;
beforeAll(async () => {
  [api, sentry] = await Promise.all([createTestApi(), startReceiver()]);
});
afterAll(() => Promise.all([api.close(), sentry.stop()]));

const TOKEN = `pc_${"k".repeat(40)}`;
const PLANTED = [
  "ada@precount.test",
  "Shelf-photos-2026",
  "IMG 0412 Ada.jpg",
  TOKEN,
  "Lovelace",
  "10.1.2.3",
  "secret-query",
];
const failure = (): Error =>
  new TypeError(`Failed on "Lovelace" of IMG 0412 Ada.jpg by ada@precount.test with ${TOKEN}`, {
    cause: Object.assign(new Error("Failed query: insert into x\nparams: ada@precount.test,Shelf-photos-2026"), {
      detail: "Key (email)=(ada@precount.test)",
      params: PLANTED,
    }),
  });

it("sends defects to Sentry without personal data, and sends no errors that users caused", async () => {
  const end = await startErrorReports(
    { sentry: { dsn: `http://abc@127.0.0.1:${sentry.port}/7`, environment: "shop-4" } },
    "worker",
  );
  const failing = Object.assign(Object.create(api.database.db), {
    select: () => {
      throw failure();
    },
  });
  const app = await createApi({ ...api.services, db: failing });
  const headers = { cookie: "precount=cookie-secret-1", "user-agent": "Lovelace" };
  const login = { email: "ada@precount.test", password: "Shelf-photos-2026" };
  const calls = [
    await app.inject({
      method: "POST",
      url: "/trpc/user.login?x=secret-query",
      payload: login,
      headers: { "x-request-id": "request-1" },
      remoteAddress: "10.1.2.3",
    }),
    await app.inject({ url: "/api/projects/Lovelace/reports/b/download?x=secret-query", headers }),
  ];
  expect(calls.map(({ statusCode }) => statusCode)).toEqual([500, 500]);
  // Errors that users cause are not reported.
  expect((await app.inject({ method: "POST", url: "/trpc/user.login", payload: { email: "x" } })).statusCode).toBe(400);
  expect((await api.inject({ url: "/trpc/user.getAuthUser" })).statusCode).toBe(401);
  await app.close();
  const job = defineJob({ name: "count-shelves", payload: z.object({}), expireInSeconds: 10 });
  // The only parts of the context that runJob uses here.
  const context = { metrics: new JobMetrics(new Registry()), log: api.services.log } as unknown as WorkerContext;
  const queued = { id: "3f2c", data: {}, retryCount: 0, signal: new AbortController().signal };
  for (const error of [new ProcessError("crashed", "It crashed."), failure()]) {
    await runJob(context, job, queued, async () => ({ outcome: "failed", error }));
  }
  await end();

  expect(sentry.received.map(({ path }) => path.split("?")[0])).toEqual(Array(3).fill("/api/7/envelope/"));
  // An envelope has three lines: its header, the item's header, the item.
  const events = sentry.received.map(({ body }) => JSON.parse(body.split("\n")[2] ?? ""));
  expect(events).toMatchObject([
    { transaction: "user.login", environment: "shop-4", tags: { process: "worker", requestId: "request-1" } },
    { transaction: "GET /api/projects/:projectId/reports/:reportId/download" },
    { transaction: "job count-shelves", tags: { jobId: "3f2c" } },
  ]);
  const [{ exception }] = events;
  expect(exception.values).toMatchObject([
    { type: "Error", value: "Failed query: insert into x" },
    { type: "TypeError", value: expect.stringMatching(/^Failed on \[text\]/) },
  ]);
  expect(exception.values[1].stacktrace.frames.at(-1)).toMatchObject({
    filename: "app:///server/src/telemetry/report-error.test.ts",
    in_app: true,
  });
  const sent = JSON.stringify(sentry.received);
  for (const planted of [...PLANTED, "cookie-secret-1", "/work", "hostname"]) expect(sent).not.toContain(planted);
});

it("sends uncaught errors and exits with status 1", async () => {
  const before = sentry.received.length;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", UNCAUGHT], {
    env: { ...process.env, MODULE: import.meta.resolve("./report-error.ts"), PORT: String(sentry.port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(code).toBe(1);
  expect(said).toContain("RangeError: ");
  const sent = sentry.received.slice(before).map(({ body }) => body);
  expect(sent.map((body) => JSON.parse(body.split("\n")[2] ?? ""))).toMatchObject([
    { transaction: "process", tags: { process: "api" }, exception: { values: [{ type: "RangeError" }] } },
  ]);
  expect(sent.join("")).not.toContain("Lovelace");
});

const UNCAUGHT = `
  const { startErrorReports } = await import(process.env.MODULE);
  await startErrorReports({ sentry: { dsn: \`http://abc@127.0.0.1:\${process.env.PORT}/7\`, environment: "shop-4" } }, "api");
  setTimeout(() => { throw new RangeError('Too much for "Lovelace"'); });
`;
