import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { enqueueDetections } from "../queue/enqueue.ts";
import { makeImage, makeModel, makeProject } from "../testing/factories.ts";
import { type Receiver, startReceiver } from "../testing/receiver.ts";
import { type TestApi, createTestApi } from "../testing/test-api.ts";
import { Registry } from "prom-client";
import { runJob } from "../jobs/run-job.ts";
import { detectPhoto } from "../queue/detect-photo.job.ts";
import type { WorkerContext } from "../operations/worker-context.ts";
import { JobMetrics } from "./job-metrics.ts";
import { startTracing } from "./trace.ts";

let api: TestApi;
let collector: Receiver;
beforeAll(async () => {
  [api, collector] = await Promise.all([createTestApi(), startReceiver()]);
});
afterAll(() => Promise.all([api.close(), collector.stop()]));

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: z.array(attribute),
});
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});

it("one trace connects a request, its procedure call, the job it sent, and the job's stages", async () => {
  const { db } = api.database;
  const { queue, log } = api.services;
  await queue.start();
  const end = await startTracing(
    { traces: { url: `http://127.0.0.1:${collector.port}/v1/traces`, serviceName: "shop" } },
    "api",
  );
  const project = await makeProject(db);
  const image = await makeImage(db, { projectSid: project.sid });
  const model = await makeModel(db);
  const { headers } = await api.signIn();
  const caller = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  const response = await api.inject({
    method: "POST",
    url: "/trpc/image.runImageDetection?secret=shelf-photos",
    headers: { ...headers, traceparent: caller },
    payload: { sid: image.sid, modelSid: model.sid },
  });
  expect(response.json()).toMatchObject({ result: { data: {} } });
  await api.inject({ url: "/api/health" });
  const [queued] = await queue.boss.fetch<{ jobId: string }>(detectPhoto.name);
  expect(queued).toBeDefined();
  const metrics = new JobMetrics(new Registry());
  // The only parts of the context that runJob uses here.
  const context = { metrics, log } as unknown as WorkerContext;
  if (queued) {
    await runJob(context, detectPhoto, queued, async () => {
      metrics.recordStages({ decode: 20, detect: 30 });
      await metrics.timeStage("store", async () => undefined);
    });
  }
  await end();
  await enqueueDetections(db, queue, { imageSids: [image.sid], modelSid: model.sid, options: {} });

  expect(new Set(collector.received.map(({ path }) => path))).toEqual(new Set(["/v1/traces"]));
  const exported = collector.received.flatMap(({ body }) => exportSchema.parse(JSON.parse(body)).resourceSpans);
  const spans = exported.flatMap(({ scopeSpans }) => scopeSpans).flatMap((scope) => scope.spans);
  const parentOf = (name: string) => {
    const parentId = spans.find((span) => span.name === name)?.parentSpanId;
    return spans.find(({ spanId }) => spanId === parentId)?.name ?? parentId;
  };
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set(["4bf92f3577b34da6a3ce929d0e0e4736"]));
  expect(parentOf("POST /trpc/:path")).toBe("00f067aa0ba902b7");
  expect(parentOf("image.runImageDetection")).toBe("POST /trpc/:path");
  expect(parentOf("send detect-photo")).toBe("image.runImageDetection");
  expect(parentOf("process detect-photo")).toBe("send detect-photo");
  for (const stage of ["decode", "detect", "store"]) expect(parentOf(stage)).toBe("process detect-photo");
  const took = (name: string) => {
    const span = spans.find((one) => one.name === name);
    return (Number(span?.endTimeUnixNano) - Number(span?.startTimeUnixNano)) / 1e6;
  };
  expect(took("decode")).toBeCloseTo(20, 0);
  expect(took("detect")).toBeCloseTo(30, 0);
  const sent = JSON.stringify(collector.received);
  const service = { key: "service.name", value: { stringValue: "shop" } };
  for (const { resource } of exported) expect(resource.attributes).toContainEqual(service);
  for (const secret of [...Object.values(headers), "shelf-photos", image.sid]) expect(sent).not.toContain(secret);
});
