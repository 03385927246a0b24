import { describe, expect, it } from "vitest";
import { buildModuleGraph } from "./module-graph.ts";
import { selectTests } from "./select-tests.ts";

const SOURCES: Readonly<Record<string, string>> = {
  "domain/src/index.ts": `export * from "./area.ts"; export * from "./item.ts"; export { inner as outer } from "./renamed.ts";`,
  "domain/src/area.ts": `export const isGap = 1;`,
  "domain/src/item.ts": `import { isGap } from "./area.ts"; export const item = isGap; export type Item = 1;`,
  "domain/src/renamed.ts": `export const inner = 1;`,
  "domain/src/area.test.ts": `import { isGap } from "./area.ts";`,
  "web/src/gaps.ts": `import { isGap } from "@precount/domain"; export const gaps = isGap;`,
  "web/src/gaps.test.ts": `import { gaps } from "./gaps.ts";`,
  "web/src/items.test.ts": `import { item } from "@precount/domain"; import type { gaps } from "./gaps.ts";`,
  "web/src/outer.test.ts": `import { outer } from "@precount/domain";`,
  "vision/src/all.test.ts": `import * as domain from "@precount/domain";`,
  "vision/src/child.ts": `import { detect } from "./detect.ts";`,
  "vision/src/detect.ts": `export const detect = 1;`,
  "vision/src/process.test.ts": `fork(new URL("./child.ts", import.meta.url)); readFile("../data/photo.jpg");`,
  "vision/data/photo.jpg": "",
  "server/src/operations/area/void-area.ts": `import { isGap } from "@precount/domain"; export const voidArea = isGap;`,
  "server/src/rpc/router.ts": `import { voidArea } from "../operations/area/void-area.ts"; export const router = voidArea;`,
  "server/src/testing/test-api.ts": `import { router } from "../rpc/router.ts"; export const createTestApi = router;`,
  "server/src/operations/area/areas.test.ts": `import { createTestApi } from "../../testing/test-api.ts";`,
  "server/src/operations/user/users.test.ts": `import { createTestApi } from "../../testing/test-api.ts";`,
  "server/src/processes/access.test.ts": `import { createTestApi } from "../testing/test-api.ts";`,
  "server/migrations/0001.sql": "",
  "cli/src/main.test.ts": `import { isGap } from "@precount/domain";`,
  "script/lib/titles.test.ts": "",
};
const FILES = Object.keys(SOURCES);
const GRAPH = buildModuleGraph(
  FILES,
  (path) => SOURCES[path] ?? "",
  new Map([["@precount/domain", "domain/src/index.ts"]]),
);
/** Without the tests of script/, which are selected always. */
const select = (...changed: string[]): string[] =>
  selectTests(GRAPH, FILES, changed).filter((path) => !path.startsWith("script/"));

const OF_AREAS = ["server/src/operations/area/areas.test.ts", "server/src/processes/access.test.ts"];

describe("the tests that a change can reach", () => {
  it.each([
    ["a name is followed through index files", "web/src/gaps.ts", ["web/src/gaps.test.ts"]],
    ["a renamed name too", "domain/src/renamed.ts", ["web/src/outer.test.ts", "vision/src/all.test.ts"]],
    ["a type is not followed", "domain/src/item.ts", ["web/src/items.test.ts", "vision/src/all.test.ts"]],
    ["a forked process is followed", "vision/src/detect.ts", ["vision/src/process.test.ts"]],
    ["a data file is followed", "vision/data/photo.jpg", ["vision/src/process.test.ts"]],
    ["an operation reaches the tests of its folder", "server/src/operations/area/void-area.ts", OF_AREAS],
    [
      "a migration reaches its workspace",
      "server/migrations/0001.sql",
      FILES.filter((path) => /^server.*\.test/.test(path)),
    ],
    ["cli's tests run with cli's changes", "cli/src/main.test.ts", ["cli/src/main.test.ts"]],
    ["packages reach everything", "package-lock.json", FILES.filter((path) => /^(?!script).*\.test/.test(path))],
  ])("%s", (_, changed, tests) => {
    expect(select(changed).toSorted()).toEqual(tests.toSorted());
  });

  it("a module of domain reaches each workspace that uses its names", () => {
    expect(select("domain/src/area.ts").toSorted()).toEqual(
      [
        "domain/src/area.test.ts",
        "vision/src/all.test.ts",
        "web/src/gaps.test.ts",
        "web/src/items.test.ts",
        ...OF_AREAS,
      ].toSorted(),
    );
  });

  it("documentation reaches the tests of script/", () => {
    expect(selectTests(GRAPH, FILES, ["docs/api.md"])).toEqual(["script/lib/titles.test.ts"]);
  });
});
