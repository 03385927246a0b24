import { expect, it } from "vitest";
import { toErrorEvent } from "./error-event.ts";
import { scrubPersonalData } from "./scrub.ts";

it.each([
  ["Unexpected token 'a', \"ada@shop.test\" is not valid JSON", "Unexpected token [text], [text] is not valid JSON"],
  ["no account of ada.lovelace@shop.test", "no account of [e-mail]"],
  ["cannot open IMG 0412 Ada Lovelace.jpg: damaged", "[file]: damaged"],
  ["ENOENT: open /home/ada/photos", "ENOENT: open [path]"],
  ["fetch https://ada:pw@shop.test/a?token=b failed", "fetch [address] failed"],
  ["token pc_abcdefghijklmnopqrstuvwxyz0123 ended", "token [id] ended"],
  ["code 0123456 of area 12", "code [number] of area 12"],
  ["Failed query: select 1 where email = $1\nparams: ada,Shelf-photos-2026", "Failed query: select 1 where email = $1"],
  ["Cannot read properties of undefined (reading 'rect')", "Cannot read properties of undefined (reading [text])"],
  ["she said 'never ending", "she said [text]"],
])("scrubs %j to %j", (text, scrubbed) => {
  expect(scrubPersonalData(text)).toBe(scrubbed);
});

// A pattern with catastrophic backtracking would exceed the test's timeout.
it("terminates and limits the length for any input", () => {
  for (const text of ["a".repeat(1e6), "a@".repeat(1e5), "'".repeat(1e5), " .jpg".repeat(1e5), "/".repeat(1e5)]) {
    expect(scrubPersonalData(text).length).toBeLessThanOrEqual(300);
  }
});

const site = {
  platform: "node",
  release: "precount@1",
  environment: "test",
  transaction: "job x",
  tags: {},
  breadcrumbs: [],
} as const;

it("reports frames of own files by their path, with causes first", () => {
  const cause = Object.assign(new TypeError("x"), {
    stack: "TypeError: x\n    at read (file:///home/ada/precount/server/src/a.ts:3:7)\n    at node:internal/x:1:2",
  });
  const error = Object.assign(new Error("ada@shop.test", { cause }), {
    name: "Ada Lovelace",
    stack:
      "Error: ada@shop.test\n    at https://shop.test/secret?x=1:1:1\nf@file:///home/ada/precount/web/b.js?q=1:4:5",
  });
  const { exception } = toErrorEvent(error, site, "/home/ada/precount/");
  expect(exception.values).toEqual([
    {
      type: "TypeError",
      value: "x",
      stacktrace: {
        frames: [
          { filename: "node:internal/x", function: "?", lineno: 1, colno: 2, in_app: false },
          { filename: "app:///server/src/a.ts", function: "read", lineno: 3, colno: 7, in_app: true },
        ],
      },
    },
    {
      type: "Error",
      value: "[e-mail]",
      stacktrace: {
        frames: [
          { filename: "app:///web/b.js", function: "f", lineno: 4, colno: 5, in_app: true },
          { filename: "elsewhere", function: "?", lineno: 1, colno: 1, in_app: false },
        ],
      },
    },
  ]);
  expect(toErrorEvent("ada", site, "x").exception.values).toEqual([
    { type: "Thrown", value: "string", stacktrace: { frames: [] } },
  ]);
});
