import { expect, it } from "vitest";
import { exportUrl } from "./export-url.ts";

it("S7.17 lists the fields as JSON in the chosen order", () => {
  const url = new URL(exportUrl("spring count", "r1", ["quantity", "code"], "xlsx"), "http://precount.test");
  expect(url.pathname).toBe("/api/projects/spring%20count/reports/r1/download");
  expect(JSON.parse(url.searchParams.get("fields") ?? "")).toEqual(["quantity", "code"]);
  expect(url.searchParams.get("format")).toBe("xlsx");
});
