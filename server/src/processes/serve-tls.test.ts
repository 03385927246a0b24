import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { request as requestHttp } from "node:http";
import { request } from "node:https";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../config/config.ts";
import { makeTemporaryFolder } from "../testing/temporary-folder.ts";
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from "../testing/test-certificate.ts";
import { type Serving, serve } from "./serve.ts";

let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let settings: Record<string, string>;
let serving: Serving;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  const [TLS_CERT_FILE, TLS_KEY_FILE] = [join(folder.path, "cert.pem"), join(folder.path, "key.pem")];
  await writeFile(TLS_CERT_FILE, TEST_CERTIFICATE);
  await writeFile(TLS_KEY_FILE, TEST_CERTIFICATE_KEY);
  settings = { DATA_DIR: join(folder.path, "data"), PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "silent" };
  serving = await serve(readConfig({ ...settings, TLS_CERT_FILE, TLS_KEY_FILE, REQUIRE_TLS: "true" }), {
    worker: false,
  });
});
afterAll(async () => {
  await serving.close();
  await folder.remove();
});

async function call(path: string, body: object | null, options: object = {}): Promise<IncomingMessage> {
  const headers = { "content-type": "application/json" };
  const sent = request(serving.address + path, {
    ca: TEST_CERTIFICATE,
    agent: false,
    method: body === null ? "GET" : "POST",
    headers,
    ...options,
  });
  sent.end(body === null ? undefined : JSON.stringify(body));
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  answer.resume();
  return answer;
}

describe("with a certificate", () => {
  it("the server speaks HTTPS, and its cookies and headers require it", async () => {
    expect(serving.address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const { email, password } = serving.newAdmin ?? {};
    const signedIn = await call("/api/trpc/user.login", { email, password });
    expect(signedIn.statusCode).toBe(200);
    expect(signedIn.headers["set-cookie"]?.join()).toMatch(/__Host-precount=[^;]+;.*Secure/);
    expect(signedIn.headers["strict-transport-security"]).toContain("max-age=");
  });

  it("plain HTTP gets no answer", async () => {
    const sent = requestHttp(serving.address.replace("https:", "http:") + "/api/health");
    sent.end();
    const [error] = (await once(sent, "error")) as [NodeJS.ErrnoException];
    expect(error.code).toBe("ECONNRESET");
  });

  it("TLS before 1.2 is refused", async () => {
    const old = { maxVersion: "TLSv1.1", minVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0" };
    await expect(call("/api/health", null, old)).rejects.toThrow(/alert protocol version/);
    expect((await call("/api/health", null, { maxVersion: "TLSv1.2" })).statusCode).toBe(200);
  });
});

describe("REQUIRE_TLS", () => {
  it("without a certificate starts only behind a proxy on this machine", async () => {
    const other = { ...settings, DATA_DIR: join(folder.path, "other"), REQUIRE_TLS: "true" };
    const message = /^This setting cannot be used: REQUIRE_TLS: needs TLS_CERT_FILE and TLS_KEY_FILE, or a proxy/;
    await expect(serve(readConfig(other), { worker: false })).rejects.toThrow(message);
    const isPublic = { ...other, HOST: "0.0.0.0", PUBLIC_URL: "https://precount.example" };
    await expect(serve(readConfig(isPublic), { worker: false })).rejects.toThrow(message);
    const behind = await serve(readConfig({ ...isPublic, HOST: "127.0.0.1" }), { worker: false });
    await behind.close();
    expect(behind.address).toMatch(/^http:/);
  });
});
