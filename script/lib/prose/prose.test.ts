import { describe, expect, it } from "vitest";
import { checkProse } from "./check.ts";
import { proseOf } from "./extract.ts";
import { referenceProblems } from "./references.ts";

const linesOf = (problems: readonly string[]): (string | undefined)[] => problems.map((line) => line.split(":")[1]);

describe("prose of a file", () => {
  it("finds comments and longer texts of TypeScript, not code", () => {
    const source = [
      "/** Loads a row.",
      " *  @throws when it is missing */",
      "const whoever = 1; // first line",
      "// second line of another comment",
      "",
      "export const text = `The file ${whoever} cannot be read.`;",
      'const key = "short key";',
    ].join("\n");
    expect(proseOf("a.ts", source)).toEqual([
      { line: 1, text: "Loads a row. @throws when it is missing" },
      { line: 3, text: "first line second line of another comment" },
    ]);
    expect(proseOf("a.ts", 'throw new Error("The file cannot be read.");')).toEqual([
      { line: 1, text: "The file cannot be read." },
    ]);
  });

  it("finds paragraphs, list items and table cells of Markdown, not code", () => {
    const source = [
      "# Title",
      "",
      "One line",
      "and the next `whoever`.",
      "",
      "```sh",
      "whoever",
      "```",
      "| a | b |",
    ].join("\n");
    expect(proseOf("a.md", source)).toEqual([
      { line: 1, text: "Title" },
      { line: 3, text: "One line and the next `…`." },
      { line: 9, text: "" },
      { line: 9, text: "a" },
      { line: 9, text: "b" },
      { line: 9, text: "" },
    ]);
  });

  it("finds docstrings and comments of Python", () => {
    const source = ['"""Module."""', "x = 1  # why", "def f():", '    """Text', "    goes on.", '    """'].join("\n");
    expect(proseOf("a.py", source)).toEqual([
      { line: 1, text: "Module." },
      { line: 4, text: "Text goes on." },
      { line: 2, text: "why" },
    ]);
  });
});

describe("prose rules", () => {
  it.each([
    "// Whoever holds the lock writes.",
    "// The row stands in the table.",
    "// Nobody reads it.",
    "// It is drawn anew.",
    "// What is refused stays in the list.",
    "/** Who comes late waits. */",
    "// Nothing of what failed is kept.",
    "// The job at hand is retried.",
    "// Somebody changed it.",
    "// All users but oneself.",
    "// It stores what the model made of it.",
    "// The cookie alone is sent.",
    "// A quarter turn to the right.",
    "// Every screen is told about it.",
    "// Of two fingers, each counts.",
  ])("reject %s", (source) => {
    expect(checkProse("a.ts", source)).toHaveLength(1);
  });

  it.each([
    "// The worker retries the job.",
    "// The letter A stands for an area.",
    "// What if the server is away?",
    "// The two cannot be told apart.",
    "// Of 246 requirements, 117 are met.",
    "// `whoever` is a name in the data.",
  ])("accept %s", (source) => {
    expect(checkProse("a.ts", source)).toEqual([]);
  });

  it("name the line", () => {
    expect(linesOf(checkProse("a.ts", "const a = 1;\n\n// Nobody.\n"))).toEqual(["3"]);
  });
});

describe("references to decisions", () => {
  const decisions = { product: new Set([1, 20]), architecture: new Set([7, 20]) };

  it("must exist in their list", () => {
    expect(referenceProblems("PD-20, ADR-007", decisions)).toEqual([]);
    expect(referenceProblems("PD-21 and ADR-008", decisions)).toEqual([
      "PD-21 is not in docs/product.md",
      "ADR-008 is not in docs/decisions/",
    ]);
  });

  it("must name their list", () => {
    expect(referenceProblems("see decision 20, decisions 1", decisions)).toHaveLength(2);
    expect(referenceProblems("ADR-7", decisions)).toHaveLength(1);
  });
});
