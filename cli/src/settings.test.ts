import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SETTINGS } from "@precount/server";
import { expect, it } from "vitest";

it("every setting stands in docs/operations.md, and no other", async () => {
  const page = await readFile(join(import.meta.dirname, "../../docs/operations.md"), "utf8");
  const table = /^## Settings\n([\s\S]*?)^## /m.exec(page)?.[1] ?? "";
  const names = Array.from(table.matchAll(/^\| (`[^|]+`) \|/gm), ([, cell = ""]) => cell.match(/\w+/g) ?? []).flat();
  expect(names.toSorted()).toEqual([...SETTINGS].toSorted());
});
