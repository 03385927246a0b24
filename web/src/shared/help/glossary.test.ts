import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { GLOSSARY_TERMS } from "./glossary.ts";

it("docs/users.md contains the same glossary", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/users.md"), "utf8");
  const rows = Object.values(GLOSSARY_TERMS).map(({ title, definition }) => `| ${title} | ${definition} |`);
  expect(page.slice(page.indexOf("## Words"))).toContain(rows.join("\n"));
});
