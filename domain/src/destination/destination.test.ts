import { describe, expect, it } from "vitest";
import { RETRY_DELAYS_S, retryDelaySeconds, shouldDisable } from "./delivery.ts";
import { destinationSettingsSchema, targetOf } from "./destination.ts";

describe("PD-160 the settings of a destination", () => {
  const webhook = { kind: "webhook", url: "https://example.com/in?x=1", types: ["report.created"] };
  const sftp = {
    kind: "sftp",
    host: "files.example.com",
    port: 22,
    username: "shop",
    folder: "/in/counts",
    hostKey: `SHA256:${"a".repeat(43)}`,
    formats: ["xlsx", "csv"],
  };
  const s3 = {
    kind: "s3",
    bucket: "counts",
    region: "eu-central-1",
    endpoint: null,
    folder: "in",
    accessKeyId: "AKIA",
    formats: ["json"],
  };

  it("are accepted and name their target", () => {
    const targets = [webhook, sftp, s3].map((one) => targetOf(destinationSettingsSchema.parse(one)));
    expect(targets).toEqual(["example.com", "shop@files.example.com", "counts/in"]);
    expect(destinationSettingsSchema.parse(sftp)).toMatchObject({ formats: ["csv", "xlsx"] });
  });

  it.each([
    ["a user in the address", { ...webhook, url: "https://a:b@example.com/" }],
    ["another protocol", { ...webhook, url: "file:///etc/passwd" }],
    ["no types", { ...webhook, types: [] }],
    ["a parent folder", { ...sftp, folder: "in/../../etc" }],
    ["a host with a path", { ...sftp, host: "example.com/x" }],
    ["a server without its key", { ...sftp, hostKey: "" }],
    ["no formats", { ...s3, formats: [] }],
  ])("are refused with %s", (_, settings) => {
    expect(destinationSettingsSchema.safeParse(settings).success).toBe(false);
  });
});

it("PD-161 retries for 24 hours and then gives up", () => {
  expect(RETRY_DELAYS_S.reduce((sum, delay) => sum + delay, 0)).toBe(24 * 3600);
  expect([retryDelaySeconds(1), retryDelaySeconds(10), retryDelaySeconds(11)]).toEqual([5, 29_845, null]);
  const since = new Date("2026-11-21T05:00:00Z");
  expect(shouldDisable(since, new Date("2026-11-22T04:59:59Z"))).toBe(false);
  expect(shouldDisable(since, new Date("2026-11-22T05:00:00Z"))).toBe(true);
});
