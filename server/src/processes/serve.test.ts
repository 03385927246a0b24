import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Config, readConfig } from "../config/config.ts";
import { EmbeddedDatabaseError } from "../db/embedded/embedded-database-error.ts";
import { runDoctor } from "../doctor/doctor.ts";
import { type Serving, serve } from "./serve.ts";
import { FileBlobStore } from "../storage/file-blob-store.ts";
import { makeTemporaryFolder } from "../testing/temporary-folder.ts";

let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let config: Config;
let serving: Serving;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  config = readConfig({ DATA_DIR: folder.path, PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "silent" });
  serving = await serve(config, { worker: false });
});
afterAll(async () => {
  await serving.close();
  await folder.remove();
});

const status = async (path: string, init: RequestInit = {}) => (await fetch(serving.address + path, init)).status;

async function signIn(password: string, email: string): Promise<Response> {
  return fetch(`${serving.address}/api/trpc/user.login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
}

describe("serve", () => {
  it("starts everything on a fresh folder, and its admin can sign in", async () => {
    expect(serving.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await status("/api/ready")).toBe(200);
    expect([200, 503]).toContain(await status("/login"));
    const { email = "", password } = serving.newAdmin ?? {};
    expect((await signIn(password ?? "", email)).status).toBe(200);
    const days = ((serving.newAdmin?.passwordExpiresAt?.getTime() ?? 0) - Date.now()) / (24 * 3_600_000);
    expect(Math.ceil(days)).toBe(7);
  });

  it("creates no admin with a generated password when its port is taken, so that the next start shows one", async () => {
    const fresh = await makeTemporaryFolder();
    onTestFinished(() => fresh.remove());
    const settings = { DATA_DIR: fresh.path, HOST: "127.0.0.1", LOG_LEVEL: "silent" };
    await expect(
      serve(readConfig({ ...settings, PORT: new URL(serving.address).port }), { worker: false }),
    ).rejects.toMatchObject({ code: "EADDRINUSE" });
    const second = await serve(readConfig({ ...settings, PORT: "0" }), { worker: false });
    await second.close();
    expect(second.newAdmin?.password).toEqual(expect.any(String));
  });

  it("refuses photos that a new database does not know, instead of removing them", async () => {
    const lost = await makeTemporaryFolder();
    onTestFinished(() => lost.remove());
    const blobs = new FileBlobStore(lost.path);
    const { sha256 } = await blobs.put(Readable.from([Buffer.from("a photo")]));
    const settings = readConfig({ DATA_DIR: lost.path, HOST: "127.0.0.1", LOG_LEVEL: "silent", PORT: "0" });
    const start = async () => {
      const started = await serve(settings, { worker: false });
      await started.close();
    };
    const message = `There are photos in ${lost.path}/blobs, but the database is new and does not know them.`;
    await expect(start()).rejects.toThrow(message);
    // The second start finds the database of the first one.
    await expect(start()).rejects.toThrow(message);
    expect(await blobs.has(sha256)).toBe(true);
    await blobs.delete(sha256);
    await start();
  });

  it("refuses the database of another installation, instead of removing the photos", async () => {
    const own = await makeTemporaryFolder();
    onTestFinished(() => own.remove());
    const shop = readConfig({ DATA_DIR: own.path, HOST: "127.0.0.1", LOG_LEVEL: "silent", PORT: "0" });
    await (await serve(shop, { worker: false })).close();
    const blobs = new FileBlobStore(shop.dataDir);
    const { sha256 } = await blobs.put(Readable.from([Buffer.from("a photo")]));
    const swapped = { ...shop, databaseUrl: serving.databaseUrl };
    const message = `The files in ${shop.dataDir} belong to another database`;
    await expect(serve(swapped, { worker: false })).rejects.toThrow(message);
    await expect(runDoctor(swapped, { fix: true, isDeep: false })).rejects.toThrow(message);
    expect(await blobs.has(sha256)).toBe(true);
  });

  it("refuses a second server on the same folder, and stops the processes that it started", async () => {
    await expect(serve(config, { worker: false })).rejects.toThrow(EmbeddedDatabaseError);
    expect(await status("/api/ready")).toBe(200);
  });

  it("continues after its database was killed and restarted", async () => {
    const { email = "" } = serving.newAdmin ?? {};
    const killed = serving.databasePid();
    process.kill(killed ?? 0, "SIGKILL");
    while (serving.databasePid() === killed || (await status("/api/ready")) !== 200) await delay(20);
    expect((await signIn("Wrong-password-1", email)).status).toBe(401);
  });

  it("shuts down cleanly, and starts again with its data", async () => {
    const { email } = serving.newAdmin ?? {};
    await serving.close();
    serving = await serve(config, { worker: false });
    expect(serving.newAdmin).toBeNull();
    expect((await signIn("Wrong-password-1", email ?? "")).status).toBe(401);
  });
});
