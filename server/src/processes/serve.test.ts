import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Config, readConfig } from "../config/config.ts";
import { EmbeddedDatabaseError } from "../db/embedded/embedded-database-error.ts";
import { type Serving, serve } from "./serve.ts";
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

const PASSWORD = "Shelf-photos-2026";

const call = (name: string, input: object): Promise<Response> =>
  fetch(`${serving.address}/api/trpc/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
  });
const signIn = (password: string, email: string): Promise<Response> => call("user.login", { email, password });

describe("serve", () => {
  it("starts everything on a fresh folder, and its admin sets a password with a link that works once", async () => {
    expect(serving.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await status("/api/ready")).toBe(200);
    expect([200, 503]).toContain(await status("/login"));
    const { email = "", link } = serving.newAdmin ?? {};
    const { origin, pathname, searchParams } = new URL(link ?? "");
    expect(origin + pathname).toBe(`${serving.address}/password/reset`);
    const input = { email, password: PASSWORD, token: searchParams.get("token") };
    expect((await call("user.resetPassword", input)).status).toBe(200);
    expect((await signIn(PASSWORD, email)).status).toBe(200);
    expect((await call("user.resetPassword", { ...input, password: "Other-shelf-2027" })).status).toBe(400);
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
