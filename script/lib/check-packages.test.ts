import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAYS_TO_FIX, checkPackages, assessAdvisories, readAudit } from "./check-packages.ts";

/* With npm itself and a registry on this machine that answers what npm asks. */

const URL_OF_ADVISORY = "https://github.com/advisories/GHSA-aaaa-bbbb-cccc";
const ADVISORY = {
  id: 1,
  url: URL_OF_ADVISORY,
  title: "Reads any file",
  severity: "high",
  vulnerable_versions: "<2.0.0",
};

let folder = "";
let answersAudits = true;
const registry = createServer((request, response) => {
  request.resume();
  if (request.method === "POST" && !answersAudits) response.writeHead(405).end();
  else if (request.url?.endsWith("/advisories/bulk")) response.end(JSON.stringify({ shelf: [ADVISORY] }));
  else response.end(JSON.stringify({ name: "shelf", "dist-tags": { latest: "1.0.0" }, versions: { "1.0.0": {} } }));
});
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-packages-"));
  registry.listen(0, "127.0.0.1");
  await once(registry, "listening");
  const { port } = registry.address() as AddressInfo; // it listens on a port
  const root = { name: "shop", version: "1.0.0", dependencies: { shelf: "1.0.0" } };
  const packages = { "": root, "node_modules/shelf": { version: "1.0.0" } };
  await write("package.json", root);
  await write("package-lock.json", { ...root, lockfileVersion: 3, requires: true, packages });
  await writeFile(
    join(folder, ".npmrc"),
    `registry=http://127.0.0.1:${port}/\ncache=${join(folder, "cache")}\nfetch-retries=0\n`,
  );
});
afterAll(async () => {
  registry.closeAllConnections();
  registry.close();
  await rm(folder, { recursive: true, force: true });
});

const write = (name: string, content: object): Promise<void> => writeFile(join(folder, name), JSON.stringify(content));
const knownFile = (): string => join(folder, "known.json");
const known = (): unknown => JSON.parse(readFileSync(knownFile(), "utf8"));

describe("script/check-packages", () => {
  it("finds a vulnerable package with npm audit, and fails when its time is over", async () => {
    await write("known.json", { checkedOn: null, firstReportedOn: { "https://fixed.example": "2026-01-01" } });
    expect(await checkPackages(folder, knownFile(), "2026-03-01")).toBe(0);
    expect(known()).toEqual({ checkedOn: "2026-03-01", firstReportedOn: { [URL_OF_ADVISORY]: "2026-03-01" } });
    expect(await checkPackages(folder, knownFile(), "2026-03-15")).toBe(0);
    expect(await checkPackages(folder, knownFile(), "2026-03-16")).toBe(1);
  });

  it("says that nothing was checked if the registry does not answer", async () => {
    await write("known.json", { checkedOn: null, firstReportedOn: {} });
    answersAudits = false;
    expect(await checkPackages(folder, knownFile(), "2026-03-01")).toBe(2);
    expect(known()).toEqual({ checkedOn: null, firstReportedOn: {} });
    expect(readAudit("not JSON")).toBeNull();
  });
});

/** The day of 2026 after the first one, as YYYY-MM-DD. */
const dayAt = (offset: number): string => new Date(Date.UTC(2026, 0, 1 + offset)).toISOString().slice(0, 10);

describe("the time to fix", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/security.md"), "utf8");
  it.each(Object.entries(DAYS_TO_FIX))("of severity %s is %i days, as docs/security.md says", (severity, days) => {
    expect(page).toContain(`| ${severity} | ${days} days |`);
    const advisories = readAudit(
      JSON.stringify({
        auditReportVersion: 2,
        vulnerabilities: { shelf: { via: [{ ...ADVISORY, name: "shelf", severity }, "x"] } },
      }),
    );
    const reported = { checkedOn: null, firstReportedOn: { [URL_OF_ADVISORY]: "2026-01-01" } };
    expect(assessAdvisories(advisories ?? [], reported, dayAt(days)).isOverdue).toBe(false);
    expect(assessAdvisories(advisories ?? [], reported, dayAt(days + 1)).isOverdue).toBe(true);
  });
});
