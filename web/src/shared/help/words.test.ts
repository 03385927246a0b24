import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FIELD_WORDS } from "./words.ts";

it("stand in docs/users.md as they do here", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/users.md"), "utf8");
  const rows = Object.values(FIELD_WORDS).map(({ title, means }) => `| ${title} | ${means} |`);
  expect(page.slice(page.indexOf("## Words"))).toContain(rows.join("\n"));
});
