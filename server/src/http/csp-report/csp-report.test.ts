import type { InjectOptions } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApi } from "../../processes/api.ts";
import { type TestApi, createTestApi } from "../../testing/test-api.ts";
import { readReports } from "./read-reports.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const violation = (given: object = {}) => ({
  "csp-report": {
    "document-uri": "https://precount.example/password/reset?token=secret#x",
    "effective-directive": "script-src-elem",
    "blocked-uri": "https://evil.example/x.js?a=b",
    ...given,
  },
});

/** A server whose log can be read. */
async function listening() {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  const app = await createApi({ ...api.services, log });
  const send = (body: unknown, options: InjectOptions = {}) =>
    app.inject({
      method: "POST",
      url: "/api/csp-report",
      headers: { "content-type": "application/csp-report" },
      payload: typeof body === "string" ? body : JSON.stringify(body),
      ...options,
    });
  const counted = async (): Promise<number> => {
    const metrics = await app.inject({ url: "/api/metrics" });
    return Number(/^csp_reports_total (\d+)/m.exec(metrics.body)?.[1]);
  };
  return { app, lines, send, counted };
}

describe("POST /api/csp-report", () => {
  it("counts and logs a report without the query, which may hold a token", async () => {
    const { app, lines, send, counted } = await listening();
    expect(await counted()).toBe(0);
    expect((await send(violation())).statusCode).toBe(204);
    expect(await counted()).toBe(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      msg: "a page violated its Content-Security-Policy",
      report: {
        directive: "script-src-elem",
        blocked: "https://evil.example/x.js",
        page: "https://precount.example/password/reset",
      },
    });
    expect(lines.join("")).not.toContain("secret");
    await app.close();
  });

  it("also accepts the format of the Reporting API", async () => {
    const { app, send, counted } = await listening();
    const body = { effectiveDirective: "style-src-elem", documentURL: "https://precount.example/" };
    const reports = [
      { type: "csp-violation", body },
      { type: "csp-violation", body },
    ];
    const headers = { "content-type": "application/reports+json" };
    expect((await send(reports, { headers })).statusCode).toBe(204);
    expect(await counted()).toBe(2);
    await app.close();
  });

  it("logs at most 20 reports a minute", async () => {
    const { app, lines, send, counted } = await listening();
    for (let sent = 0; sent < 50; sent++) await send(violation());
    expect(await counted()).toBe(50);
    expect(lines).toHaveLength(20);
    await app.close();
  });

  it("ignores invalid reports and refuses large ones", async () => {
    const { app, lines, send, counted } = await listening();
    for (const rubbish of ["", "{", "null", "[]", "[[]]", '{"csp-report":7}', '[{"type":"csp-violation"}]']) {
      expect((await send(rubbish)).statusCode).toBe(204);
    }
    expect((await send("x".repeat(20_000))).statusCode).toBe(413);
    const xml = await send("<a/>", { headers: { "content-type": "text/xml" } });
    expect(xml.statusCode).toBe(415);
    expect(await counted()).toBe(0);
    expect(lines).toEqual([]);
    await app.close();
  });

  it("keeps each text short, printable and on one line", () => {
    const [report] = readReports(
      violation({ "script-sample": `a\nb\u0000\u202Ec${"x".repeat(500)}`, "source-file": 7 }),
    );
    expect(report?.sample).toBe(`a b  c${"x".repeat(74)}`);
    expect(report?.source).toBe("7");
  });
});
