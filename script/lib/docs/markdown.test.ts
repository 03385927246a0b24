import { expect, it } from "vitest";
import { anchors, codeWords, commands, fences, links } from "./markdown.ts";

const PAGE = [
  "# What's `here`, and why",
  "Run `script/server`, or [read on](docs/more.md#a-part).",
  "```sh",
  "# a remark",
  "script/server            # starts it",
  "curl -G 'http://x/#top' \\",
  "  -H 'a: b'",
  "",
  "```",
  "1. As a step:",
  "",
  "   ```sh",
  "   script/test",
  "   ```",
  "## On several machines",
  "```json",
  '{ "`no`": "[word](no-link)" }',
  "```",
].join("\n");

it("finds commands of sh blocks without comments, and no blocks of other languages", () => {
  expect(commands(PAGE)).toEqual(["script/server", "curl -G 'http://x/#top' -H 'a: b'", "script/test"]);
  expect(fences(PAGE).map(({ language }) => language)).toEqual(["sh", "sh", "json"]);
});

it("finds inline code, links and the anchors of headings", () => {
  expect(codeWords(PAGE)).toEqual(["here", "script/server"]);
  expect(links(PAGE)).toEqual(["docs/more.md#a-part"]);
  expect([...anchors(PAGE)]).toEqual(["whats-here-and-why", "on-several-machines"]);
});
