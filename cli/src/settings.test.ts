import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SETTING_NAMES } from "@precount/server";
import { expect, it } from "vitest";

it("docs/operations.md lists exactly the existing settings", async () => {
  const page = await readFile(join(import.meta.dirname, "../../docs/operations.md"), "utf8");
  const table = /^## Settings\n([\s\S]*?)^## /m.exec(page)?.[1] ?? "";
  const names = Array.from(table.matchAll(/^\| (`[^|]+`) \|/gm), ([, cell = ""]) => cell.match(/\w+/g) ?? []).flat();
  expect(names.toSorted()).toEqual([...SETTING_NAMES].toSorted());
});
