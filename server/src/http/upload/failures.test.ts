import { type FileHandle, mkdtemp, open, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApi } from "../../processes/api.ts";
import { openSession } from "../../auth/sessions.ts";
import { readConfig } from "../../config/config.ts";
import { connect } from "../../db/connect.ts";
import { startEmbeddedPostgres } from "../../db/embedded/postgres.ts";
import { sql } from "../../db/drizzle.ts";
import { migrate } from "../../db/migrate.ts";
import { images } from "../../db/schema/images.ts";
import { createServices } from "../../processes/services.ts";
import { asTransientError } from "../../errors/transient-error.ts";
import { FileBlobStore } from "../../storage/file-blob-store.ts";
import { reconcile } from "../../storage/reconcile.ts";
import { makeModel, makeProject, makeUser } from "../../testing/factories.ts";
import { samplePhoto } from "../../testing/sample-photos.ts";
import type { UploadAnswer } from "./route.ts";

/* A server with its own database, because these tests break its environment. */

type Started = Awaited<ReturnType<typeof start>>;
let server: Started;
beforeAll(async () => {
  server = await start();
});
afterAll(() => server.close());

async function start() {
  const dataDir = await mkdtemp(join(tmpdir(), "precount-trouble-"));
  let postgres = await startEmbeddedPostgres({ dataDir });
  await migrate(postgres.url);
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
  const connection = connect(postgres.url);
  const services = createServices({ config, connection, log: pino({ level: "silent" }) });
  await services.start();
  const app = await createApi(services);
  const user = await makeUser(connection.db);
  const session = await openSession(connection.db, user.sid, false);
  const { slug } = await makeProject(connection.db);
  await makeModel(connection.db);
  const headers = { cookie: `precount=${session.secret}`, "x-session-id": session.id };
  return {
    dataDir,
    services,
    takeDatabaseAway: () => postgres.stop(),
    bringDatabaseBack: async () => {
      postgres = await startEmbeddedPostgres({ dataDir });
    },
    upload: async (...photos: Buffer[]) => {
      const data = new FormData();
      for (const [i, photo] of photos.entries()) data.append("file", new Blob([new Uint8Array(photo)]), `${i}.jpg`);
      const body = new Response(data);
      const response = await app.inject({
        method: "POST",
        url: `/api/projects/${slug}/images/upload`,
        headers: { ...headers, "content-type": body.headers.get("content-type") ?? "" },
        payload: Buffer.from(await body.arrayBuffer()),
      });
      const answer: UploadAnswer & { code?: string; message?: string } = response.json();
      return { status: response.statusCode, retryAfter: response.headers["retry-after"], ...answer };
    },
    close: async () => {
      await app.close();
      await services.close();
      await connection.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function expectNothingOrphaned(): Promise<void> {
  const { db, blobs, previews, log } = server.services;
  expect(await readdir(join(server.dataDir, "incoming"))).toEqual([]);
  const found = await reconcile({ db, blobs, previews, log, startedAt: new Date() });
  expect(found).toEqual({ abandoned: 0, unreferenced: 0, missing: [] });
}

describe("a full disk", () => {
  it.runIf(process.platform === "linux")("for one photo of three: reports it and adds the others", async () => {
    const { services } = server;
    const { blobs } = services;
    let opened = 0;
    const openFile = async (path: string): Promise<FileHandle> => {
      opened += 1;
      if (opened !== 2) return open(path, "wx");
      await writeFile(path, "");
      return open("/dev/full", "w");
    };
    services.blobs = new FileBlobStore(server.dataDir, { openFile });
    const answer = await server.upload(samplePhoto(), samplePhoto(), samplePhoto());
    services.blobs = blobs;
    expect(answer.status).toBe(200);
    expect(answer.images.map(({ name }) => name)).toEqual(["0.jpg", "2.jpg"]);
    expect(answer.errors).toEqual([{ name: "1.jpg", message: expect.stringContaining("The server's disk is full") }]);
    await expectNothingOrphaned();
  });

  it.runIf(process.platform === "linux")("for the only photo: answers 503 with retry-after", async () => {
    const { services } = server;
    const { blobs } = services;
    services.blobs = new FileBlobStore(server.dataDir, { openFile: () => open("/dev/full", "w") });
    const answer = await server.upload(samplePhoto());
    services.blobs = blobs;
    expect(answer).toMatchObject({
      status: 503,
      code: "SERVICE_UNAVAILABLE",
      message: expect.stringContaining("The server's disk is full"),
      images: [],
    });
    expect(Number(answer.retryAfter)).toBeGreaterThan(0);
    await expectNothingOrphaned();
  });

  it("of the database gives the same message, and the next statement works", async () => {
    const { db } = server.services;
    const full = sql`do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`;
    const error = await db.execute(full).catch((thrown: unknown) => thrown);
    expect(asTransientError(error)).toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      message: expect.stringContaining("The server's disk is full"),
    });
    expect(await db.$count(images)).toBeGreaterThan(0);
  });
});

describe("an unreachable database", () => {
  it("is reported, keeps nothing partial, and accepts the same photo afterwards", async () => {
    const photo = samplePhoto();
    const before = await server.services.db.$count(images);
    await server.takeDatabaseAway();
    const refused = await server.upload(photo);
    expect(refused).toMatchObject({
      status: 503,
      code: "SERVICE_UNAVAILABLE",
      message: "The database cannot be reached right now. Please try again in a moment.",
    });
    await server.bringDatabaseBack();
    expect(await server.upload(photo)).toMatchObject({ status: 200, errors: [], images: [{ duplicate: false }] });
    expect(await server.services.db.$count(images)).toBe(before + 1);
    await expectNothingOrphaned();
  });

  it("during an upload: refuses the photo with a message and keeps nothing", async () => {
    const { services } = server;
    const { blobs } = services;
    const photo = samplePhoto();
    // Between the first check of the event and the insert of the photo's row.
    services.blobs = new FileBlobStore(server.dataDir, {
      openFile: async (path) => {
        await server.takeDatabaseAway();
        return open(path, "wx");
      },
    });
    const answer = await server.upload(photo);
    services.blobs = blobs;
    expect(answer).toMatchObject({ status: 503, code: "SERVICE_UNAVAILABLE", images: [] });
    expect(answer.errors).toEqual([
      { name: "0.jpg", message: "The database cannot be reached right now. Please try again in a moment." },
    ]);
    expect(await readdir(join(server.dataDir, "incoming"))).toEqual([]);
    await server.bringDatabaseBack();
    await expectNothingOrphaned();
    expect(await server.upload(photo)).toMatchObject({ status: 200, errors: [] });
  });
});
