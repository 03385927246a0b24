import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as antd from "antd";
import { expect, test } from "vitest";
import { UNUSED, antdSheet } from "./antd-sheet.ts";
import { themeFor } from "./src/app/theme.ts";

/** What the sources import of Ant Design, by name. */
const imported = globSync("src/**/*.tsx", { cwd: import.meta.dirname }).flatMap((path) =>
  [...readFileSync(join(import.meta.dirname, path), "utf8").matchAll(/import \{([^}]*)\} from "antd"/g)].flatMap(
    ([, names = ""]) => names.split(",").map((name) => name.trim()),
  ),
);

test("the sheet has rules for whatever our screens are made of", () => {
  expect(imported).toContain("Button");
  expect(UNUSED.filter((name) => imported.includes(name))).toEqual([]);
  expect(UNUSED.filter((name) => !(name in antd))).toEqual([]);
});

test("one sheet does for every theme: only the variables' values differ", () => {
  const sheet = antdSheet();
  expect(sheet.includes(".ant-btn{")).toBe(true);
  expect(sheet.includes("--ant-color-primary:")).toBe(false);
  const wishes = { dark: true, coarsePointer: true, reducedMotion: true };
  expect(antdSheet(themeFor(wishes)) === sheet).toBe(true);
}, 30_000);
