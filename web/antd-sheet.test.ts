import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as antd from "antd";
import { expect, test } from "vitest";
import { UNUSED_COMPONENTS, antdSheet } from "./antd-sheet.ts";
import { themeFor } from "./src/ui/theme.ts";

/** The components that the sources import. */
const imported = globSync("src/**/*.tsx", { cwd: import.meta.dirname }).flatMap((path) =>
  [...readFileSync(join(import.meta.dirname, path), "utf8").matchAll(/import \{([^}]*)\} from "antd"/g)].flatMap(
    ([, names = ""]) => names.split(",").map((name) => name.trim()),
  ),
);

test("the sheet has the rules of all components that the app imports", () => {
  expect(imported).toContain("Button");
  expect(UNUSED_COMPONENTS.filter((name) => imported.includes(name))).toEqual([]);
  expect(UNUSED_COMPONENTS.filter((name) => !(name in antd))).toEqual([]);
});

test("the sheet is the same for every theme", () => {
  const sheet = antdSheet();
  expect(sheet.includes(".ant-btn{")).toBe(true);
  expect(sheet.includes("--ant-color-primary:")).toBe(false);
  const preferences = { dark: true, coarsePointer: true, reducedMotion: true };
  expect(antdSheet(themeFor(preferences)) === sheet).toBe(true);
});
