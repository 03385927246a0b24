import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApi } from "../processes/api.ts";
import type { Config } from "../config/config.ts";
import { withPolicy } from "./content-security-policy.ts";
import { type TestApi, createTestApi } from "../testing/test-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const WORK_ACCOUNT: Config["workAccount"] = {
  issuer: "https://login.example/tenant/v2.0",
  clientId: "precount",
  name: "Example",
  tenants: [],
  trustsEmail: false,
  domainHint: null,
};

/** `style-src 'self'; …` as a table. */
const directives = (policy: unknown): Record<string, string> =>
  Object.fromEntries(
    String(policy)
      .split("; ")
      .map((one) => [one.split(" ")[0] ?? "", one.split(" ").slice(1).join(" ")]),
  );

describe("headers", () => {
  it("of a page allow only its own files", async () => {
    const { headers } = await api.inject({ url: "/login" });
    const policy = directives(headers["content-security-policy"]);
    expect(policy).toMatchObject({
      "default-src": "'none'",
      "script-src": "'self' 'report-sample'",
      "connect-src": "'self'",
      "base-uri": "'none'",
      "form-action": "'self'",
      "frame-ancestors": "'none'",
      "report-uri": "/api/csp-report",
    });
    expect(policy["style-src"]).toMatch(/^'self' 'nonce-[A-Za-z0-9+/]{24}' 'report-sample'$/);
    expect(headers["content-security-policy"]).not.toMatch(/unsafe|\*|upgrade-insecure-requests/);
  });

  it("are in every answer", async () => {
    const { headers: session } = await api.signIn();
    const asked = [
      { url: "/login" },
      { url: "/trpc/user.getAuthUser", headers: session },
      { url: "/trpc/user.getAuthUser" },
      { url: "/api/nothing" },
      { url: "/api/health" },
      { url: "/api/metrics" },
      { url: "/favicon.svg" },
    ];
    for (const options of asked) {
      const { headers } = await api.inject(options);
      expect({ url: options.url, ...headers }).toMatchObject({
        url: options.url,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "same-origin",
        "permissions-policy": expect.stringMatching(/^camera=\(self\), .*microphone=\(\)/),
        "x-request-id": expect.stringMatching(/^[0-9a-f]{16}$/),
        "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
      });
      expect(headers["x-powered-by"]).toBeUndefined();
      expect(headers["server"]).toBeUndefined();
    }
  });

  it("of answers that are not pages let nothing run or load", async () => {
    const { headers } = await api.inject({ url: "/api/health" });
    expect(directives(headers["content-security-policy"])).toEqual({
      "default-src": "'none'",
      "base-uri": "'none'",
      "form-action": "'none'",
      "frame-ancestors": "'none'",
    });
  });

  it("are in the answer to an address that cannot be parsed", async () => {
    const response = await api.inject({ url: "/%" });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ code: "BAD_REQUEST", message: "This address cannot be read." });
    expect(response.headers["x-content-type-options"]).toBe("nosniff");
    expect(response.headers["content-security-policy"]).toContain("default-src 'none'");
  });

  it("require TLS only over TLS", async () => {
    const plain = (await api.inject({ url: "/login" })).headers;
    expect(plain["strict-transport-security"]).toBeUndefined();
    expect(plain["cross-origin-opener-policy"]).toBeUndefined();
    const config: Config = { ...api.services.config, publicUrl: "https://precount.example" };
    const app = await createApi({ ...api.services, config });
    const secure = (await app.inject({ url: "/login" })).headers;
    expect(secure["strict-transport-security"]).toMatch(/^max-age=31536000/);
    expect(secure["cross-origin-opener-policy"]).toBe("same-origin");
    const answer = (await app.inject({ url: "/msal-spa-response?x=1" })).headers;
    expect(answer["cross-origin-opener-policy"]).toBeUndefined();
    await app.close();
  });
});

describe("the Content-Security-Policy of a page", () => {
  it("contains a nonce that differs in every answer", () => {
    const page = '<meta nonce="PRECOUNT_CSP_NONCE"><script nonce="PRECOUNT_CSP_NONCE"></script>';
    const [one, other] = [
      withPolicy(page, { workAccount: null, sentry: null }),
      withPolicy(page, { workAccount: null, sentry: null }),
    ];
    const nonce = /'nonce-([^']+)'/.exec(one.policy)?.[1] ?? "none";
    expect(one.html).toBe(page.replaceAll("PRECOUNT_CSP_NONCE", nonce));
    expect(other.policy).not.toContain(nonce);
  });

  it("allows requests to the work-account provider and to Sentry, if configured", () => {
    const sentry = { dsn: "https://key@sentry.example/sub/7", environment: "test" };
    const policy = directives(withPolicy("", { workAccount: WORK_ACCOUNT, sentry: null }).policy);
    expect(policy["connect-src"]).toBe("'self' https://login.example");
    const both = directives(withPolicy("", { workAccount: WORK_ACCOUNT, sentry }).policy);
    expect(both["connect-src"]).toBe("'self' https://login.example https://sentry.example");
    expect(policy["form-action"]).toBe("'self'");
  });
});
