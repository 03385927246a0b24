import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { readFile } from "node:fs/promises";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { areaTagFormat } from "@precount/domain";
import { PhotoProcess } from "@precount/photos";
import { VisionProcess } from "@precount/vision";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { areaTagsPdf } from "../operations/area-tag/area-tags-pdf.ts";
import { makeImage, makeProject } from "../testing/factories.ts";
import { type Shot, photograph } from "../testing/photograph.ts";
import { type Pixels, renderPdf, toJpeg } from "../testing/render-pdf.ts";
import { type Caller, type TestApi, createTestApi } from "../testing/test-api.ts";
import { workerContext } from "../testing/worker-context.ts";
import type { WorkerContext } from "../operations/worker-context.ts";
import { enqueueCodeReading } from "../queue/enqueue.ts";
import { JobQueue } from "../queue/job-queue.ts";
import { startJobHandlers } from "./start-job-handlers.ts";

// A rendered area tag in a real photo.

let api: TestApi;
let person: Caller;
const vision = new VisionProcess();
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn({ name: "Grace" });
});
afterAll(async () => {
  await vision.close();
  await api.close();
});

/** A worker for this test only. */
async function startJobs(given: Partial<WorkerContext> = {}): Promise<JobQueue> {
  const { databaseUrl } = api.services;
  const queue = new JobQueue({ url: databaseUrl, role: "worker", onError: () => undefined });
  await queue.start();
  onTestFinished(() => queue.stop());
  const context = workerContext(api.services, queue, { vision, reader: vision, ...given });
  await startJobHandlers(context, { detections: 1, previews: 1 });
  return queue;
}

/** A part of a sample photo: each pixel of a whole one takes time in JavaScript. */
async function shelfPixels(): Promise<Pixels> {
  const image = await loadImage(await readFile(new URL("../../../samples/0101.jpg", import.meta.url)));
  const size = { width: image.width / 2, height: image.height / 2 };
  const canvas = createCanvas(size.width, size.height);
  const context = canvas.getContext("2d");
  context.drawImage(image, -0.45 * image.width, -0.1 * image.height);
  const { data, width, height } = context.getImageData(0, 0, size.width, size.height);
  return { data: new Uint8ClampedArray(data), width, height };
}

/** A part of a photo of samples/ with an area tag pasted in, which would be a tenth of the whole photo wide. */
async function shelfWithSheet(areaNumber: number): Promise<Buffer> {
  const event = { name: "Spring count", slug: "spring-count" };
  const pdf = await buffer(areaTagsPdf({ event, format: areaTagFormat("a5"), numbers: [areaNumber] }));
  const { pages } = await renderPdf(pdf, 150);
  const shelf = await shelfPixels();
  const page = pages[0] ?? shelf;
  const shot: Shot = {
    width: shelf.width,
    height: shelf.height,
    corners: [
      [0.5, 0.24],
      [0.72, 0.28],
      [0.71, 0.68],
      [0.49, 0.62],
    ],
    blurPx: 1,
    light: [0.8, 1],
    noise: 8,
    seed: 7,
  };
  return toJpeg(photograph(page, shot, shelf), 80);
}

async function upload(slug: string, name: string, photo: Buffer): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(photo)]), name);
  const encoded = new Response(form);
  const response = await api.inject({
    method: "POST",
    url: `/api/projects/${slug}/images/upload`,
    headers: { ...person.headers, "content-type": encoded.headers.get("content-type") ?? "" },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return response.json<{ images: { sid: string }[] }>().images[0]?.sid ?? response.body;
}

const areasOf = (slug: string) => person.rpc.area.fetchAllAreasWithStatus.query({ project: { slug } });
const linkedTo = async (slug: string) => (await areasOf(slug)).filter(({ imageSid }) => imageSid !== null);

describe("read-codes", () => {
  it("links a shelf photo to the area whose tag is in it, without delaying the upload", async () => {
    const { slug } = await makeProject(api.database.db);
    await person.rpc.area.createRange.mutate({ project: { slug }, from: 410, to: 415 });
    const sid = await upload(slug, "IMG_20261121_101500.jpg", await shelfWithSheet(412));
    expect(await linkedTo(slug)).toEqual([]);
    await startJobs();
    await expect
      .poll(() => linkedTo(slug), { timeout: 40_000 })
      .toMatchObject([{ name: "412", imageSid: sid, status: "pending" }]);
    const image = await person.rpc.image.getProjectImage.query({ projectSlug: slug, imageSid: sid });
    expect(image.areaCode).toBe("412");
  });

  it("gives up at once on a photo that takes too long or whose file is missing", async () => {
    const { db } = api.database;
    const { sid: projectSid } = await makeProject(db);
    const hasty = new PhotoProcess({ codesTimeoutMs: 1 });
    onTestFinished(() => hasty.close());
    const queue = await startJobs({ photos: hasty });
    const images = [await makeImage(db, { projectSid }), await makeImage(db, { projectSid, sha256: await stored() })];
    const sids = images.map(({ sid }) => sid);
    await db.transaction((tx) => enqueueCodeReading(tx, queue, sids));
    const jobs = async (): Promise<unknown[]> => {
      const sql = "select state, retry_count from pgboss.job where name = 'read-codes' and data->>'imageSid' = any($1)";
      return (await api.database.pool.query(sql, [sids])).rows;
    };
    const over = { state: "completed", retry_count: 0 };
    await expect.poll(jobs).toEqual([over, over]);
  });
});

/** The key of the file in the blob store. */
async function stored(): Promise<string> {
  return (await api.services.blobs.put(Readable.from([Buffer.from("a photo")]))).sha256;
}
