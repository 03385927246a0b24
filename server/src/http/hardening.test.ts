import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createApi } from "../processes/api.ts";
import { hashPassword } from "../auth/password.ts";
import { readConfig } from "../config/config.ts";
import { handleErrors } from "./errors.ts";
import { newSid } from "../lib/ids.ts";
import { serveSite } from "./static-site.ts";
import { makeProject, makeUser } from "../testing/factories.ts";
import { makeTemporaryFolder } from "../testing/temporary-folder.ts";
import { type Caller, type TestApi, createTestApi } from "../testing/test-api.ts";

/* Requirements of docs/asvs.md about HTTP that no other test proves. */

const PASSWORD = "Shelf-photos-2026";
let api: TestApi;
let user: Caller;
let email: string;
beforeAll(async () => {
  api = await createTestApi();
  user = await api.signIn();
  ({ email } = await makeUser(api.database.db, { passwordHash: await hashPassword(PASSWORD) }));
  await api.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => api.close());

/** A second API on the same database, with other settings. */
function apiWith(given: Record<string, string>) {
  const { publicUrl, trustProxy } = readConfig(given);
  return createApi({ ...api.services, config: { ...api.services.config, publicUrl, trustProxy } });
}

const login = (headers: Record<string, string> = {}) =>
  ({ method: "POST", url: "/trpc/user.login", headers, payload: { email, password: PASSWORD } }) as const;
const sendLogin = (type: string, payload: Buffer | string) =>
  api.inject({ ...login({ "content-type": type }), payload });
const part = (name: string, value: string): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const countFound = async (search: string): Promise<number> =>
  (await user.rpc.project.fetchProjects.query({ search })).items.length;

/** Twelve wrong passwords for one account, each with a different claim about the client's address. */
async function guess(app: TestApi["app"], from: (n: number) => string): Promise<number[]> {
  const payload = { email: `${newSid()}@precount.test`, password: "Wrong-password-1" };
  const codes: number[] = [];
  for (let n = 0; n < 12; n++) {
    codes.push((await app.inject({ ...login({ "x-forwarded-for": from(n) }), payload })).statusCode);
  }
  return codes;
}
const STOPPED = [...Array.from({ length: 10 }, () => 401), 429, 429];

/** Sends raw bytes and reads until the server closes the connection. */
async function raw(request: string): Promise<string> {
  const { port } = api.app.server.address() as AddressInfo; // it listens on a port
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.end(request);
  return text(socket);
}

describe("a request", () => {
  it("with an ambiguous end is refused", async () => {
    const head = "POST /trpc/user.logout HTTP/1.1\r\nHost: precount.test\r\n";
    const both = "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/health HTTP/1.1\r\n\r\n";
    expect(await raw(head + both)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(`${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it("by TRACE is not returned to the client", async () => {
    const answer = await raw(
      "TRACE / HTTP/1.1\r\nHost: precount.test\r\nCookie: precount=secret\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toContain("secret");
  });

  it("that changes something is never a GET", async () => {
    const response = await api.inject({ url: "/trpc/user.endOtherSessions?input={}", headers: user.headers });
    expect(response.statusCode).toBe(405);
  });

  it("with a content type that another site's form can send is rejected", async () => {
    const asText = JSON.stringify({ email, password: PASSWORD });
    const form = new URLSearchParams({ email, password: PASSWORD }).toString();
    const bodies = [
      ["text/plain", asText],
      ["application/x-www-form-urlencoded", form],
      ["multipart/form-data; boundary=x", `${part("email", email)}${part("password", PASSWORD)}--x--\r\n`],
    ] as const;
    for (const [type, payload] of bodies) {
      const response = await api.inject({ ...login({ "content-type": type }), payload });
      expect([type, response.statusCode]).toEqual([type, 415]);
      expect(response.headers["set-cookie"]).toBeUndefined();
    }
  });

  it("with JSON that is not UTF-8 is rejected, because its text would be stored wrong", async () => {
    const payload = Buffer.concat([Buffer.from('{"email":"'), Buffer.from([0xe9]), Buffer.from('"}')]);
    const wrong = await sendLogin("application/json", payload);
    expect([wrong.statusCode, wrong.json().error.message]).toEqual([
      400,
      "The text of this call is not UTF-8. Send JSON in UTF-8.",
    ]);
    const latin1 = await sendLogin("application/json; charset=latin1", payload);
    expect([latin1.statusCode, latin1.json().error.message]).toEqual([415, "Calls take JSON in UTF-8 only."]);
    for (const charset of ["utf-8", '"UTF-8"', "utf8"])
      expect((await sendLogin(`application/json; charset=${charset}`, "{}")).json().error.data.code).toBe(
        "BAD_REQUEST",
      );
  });

  it("that is no call, or has an address below the API's that is unknown, is answered in JSON", async () => {
    const answers = [
      ["PUT", "/trpc/user.login", 405],
      ["DELETE", "/api/trpc/user.login", 405],
      ["POST", "/trpc/user.login", 415],
      ["GET", "/API/nothing", 404],
      ["GET", "/%61pi/nothing", 404],
      ["GET", "/api%2Fnothing", 404],
    ] as const;
    for (const [method, url, status] of answers) {
      const response = await api.inject({ method, url });
      expect([url, response.statusCode]).toEqual([url, status]);
      expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
    }
  });

  it("of another origin gets no CORS headers", async () => {
    const origin = "https://evil.example";
    const preflight = {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "x-session-id",
    };
    const answers = [
      await api.inject({ method: "OPTIONS", url: "/trpc/user.logout", headers: preflight }),
      await api.inject({ url: "/trpc/user.getAuthUser", headers: { ...user.headers, origin } }),
    ];
    for (const { headers } of answers) {
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  it("with a repeated parameter is refused, and one named like a prototype property changes nothing", async () => {
    const { slug } = await makeProject(api.database.db);
    const url = `/api/projects/${slug}/stats/download?format=xlsx&format=csv`;
    const response = await api.inject({ url, headers: user.headers });
    expect(response.statusCode).toBe(400);
    const payload = `{"email":"${email}","password":"x","__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}`;
    const headers = { "content-type": "application/json" };
    expect((await api.inject({ ...login(headers), payload })).statusCode).toBe(401);
    expect("role" in {}).toBe(false);
  });

  it("with search text passes it to the database as a parameter", async () => {
    await makeProject(api.database.db, { name: "Harvest count" });
    expect(await countFound("Harvest")).toBe(1);
    for (const search of ["' or 1=1 --", "%", "H_rvest", "\\", "'; drop table users; --"]) {
      expect([search, await countFound(search)]).toEqual([search, 0]);
    }
  });
});

describe("an answer", () => {
  it("over TLS has secure host-only cookies and HSTS for a year with subdomains", async () => {
    const app = await apiWith({ PUBLIC_URL: "https://precount.example" });
    const { headers } = await app.inject(login());
    const cookies = [headers["set-cookie"] ?? []].flat();
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies)
      expect(cookie).toMatch(/^__Host-.*; Path=\/; HttpOnly; Secure; SameSite=(Lax|Strict)$/);
    expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
    await app.close();
  });

  it("with text names its charset", async () => {
    const { slug } = await makeProject(api.database.db);
    for (const url of [
      "/login",
      `/api/projects/${slug}/stats/download`,
      "/api/metrics",
      "/api/health",
      "/api/nothing",
    ]) {
      const { headers } = await api.inject({ url, headers: user.headers });
      expect([url, headers["content-type"]]).toEqual([url, expect.stringMatching(/charset=utf-8/)]);
    }
  });

  it("with an event stream has the security headers too", async () => {
    const { slug } = await makeProject(api.database.db);
    const { port } = api.app.server.address() as AddressInfo; // it listens on a port
    const leaving = new AbortController();
    const url = `http://127.0.0.1:${port}/api/projects/${slug}/events`;
    const { headers } = await fetch(url, { headers: user.headers, signal: leaving.signal });
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
      "referrer-policy": "same-origin",
    });
    leaving.abort();
  });

  it("lists no folder, and serves no file outside the pages", async () => {
    const folder = await makeTemporaryFolder();
    onTestFinished(() => folder.remove());
    const root = join(folder.path, "dist");
    await mkdir(join(root, "assets"), { recursive: true });
    for (const [path, content] of [
      ["index.html", "the page"],
      ["assets/app-1a2b.js", "the script"],
      ["service-worker.js", "the worker"],
      ["assets/photo-check-worker-1a2b.js", "the look"],
      ["../secret.json", "secret"],
    ] as const) {
      await writeFile(join(root, path), content);
    }
    const app = fastify();
    handleErrors(app, api.services);
    await serveSite(app, api.services.config, root);
    const get = async (url: string) => {
      const { statusCode, body } = await app.inject({ url });
      return [url, statusCode, body.includes("secret") || body.includes("app-1a2b")];
    };
    expect((await app.inject({ url: "/assets/app-1a2b.js" })).body).toBe("the script");
    // The service worker's own policy applies to its requests: only this server.
    const { headers } = await app.inject({ url: "/service-worker.js" });
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; connect-src 'self'; /);
    expect(headers["cache-control"]).toBe("no-cache");
    // Only the scripts that analyze photos may run WebAssembly.
    const policies = await Promise.all(
      ["/assets/photo-check-worker-1a2b.js", "/assets/app-1a2b.js", "/service-worker.js", "/"].map(
        async (url) => (await app.inject({ url })).headers["content-security-policy"],
      ),
    );
    expect(policies.map((policy) => String(policy).includes("'wasm-unsafe-eval'"))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(policies[0]).toMatch(/^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; /);
    expect(await get("/assets/")).toEqual(["/assets/", 403, false]);
    // A path that is not a file is a 404 or the app's page.
    for (const url of [
      "/assets",
      "/assets/..%2f..%2f%73ecret.json",
      "/assets/%2e%2e/%2e%2e/%73ecret.json",
      "/.git/config",
      "/..%2f%73ecret.json",
      "/%2e%2e%5c%73ecret.json",
    ]) {
      expect(await get(url)).toEqual([url, expect.toBeOneOf([200, 403, 404]), false]);
    }
    await app.close();
  });

  it("to an unexpected error reveals no internals", async () => {
    await api.database.pool.query("alter table models rename to models_away");
    const response = await api.inject({ url: "/trpc/model.fetchModels", headers: user.headers });
    await api.database.pool.query("alter table models_away rename to models");
    expect(response.statusCode).toBe(500);
    expect(response.json().error.message).toBe("The server encountered an error!");
    expect(response.body).not.toMatch(/relation|select|models"|\.ts|node_modules/);
  });
});

describe("the client address of X-Forwarded-For", () => {
  it("is ignored without TRUST_PROXY", async () => {
    expect(await guess(api.app, (n) => `198.51.100.${n}`)).toEqual(STOPPED);
  });

  it("is the address that our own proxy added", async () => {
    const app = await apiWith({ TRUST_PROXY: "true" });
    expect(await guess(app, (n) => `198.51.100.${n}, 192.0.2.1`)).toEqual(STOPPED);
    expect(await guess(app, (n) => `192.0.2.1, 198.51.100.${n}`)).not.toContain(429);
    await app.close();
  });

  it("behind two proxies is the address that the outer proxy added", async () => {
    const app = await apiWith({ TRUST_PROXY: "2" });
    expect(await guess(app, (n) => `198.51.100.${n}, 192.0.2.1, 10.0.0.1`)).toEqual(STOPPED);
    await app.close();
    expect(() => readConfig({ TRUST_PROXY: "10" })).toThrow("TRUST_PROXY");
  });
});
