import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");

/** Product decisions are `PD-20` (docs/product.md), architecture decisions `ADR-020` (docs/decisions/020-*.md). */
const REFERENCE = /\b(PD|ADR)-(\d+)\b/g;
/** The form before there were two lists: it does not say which list it means. */
const AMBIGUOUS = /\bdecisions? (?:records? )?\d+\b/gi;

export type Decisions = { product: ReadonlySet<number>; architecture: ReadonlySet<number> };

/** The decisions that exist. */
export function readDecisions(): Decisions {
  const product = readFileSync(join(ROOT, "docs/product.md"), "utf8");
  return {
    product: new Set(Array.from(product.matchAll(/^(?:[-*] )?\*\*PD-(\d+)/gm), ([, number]) => Number(number))),
    architecture: new Set(
      globSync("[0-9][0-9][0-9]-*.md", { cwd: join(ROOT, "docs/decisions") }).map((name) => Number(name.slice(0, 3))),
    ),
  };
}

/** Finds wrong references in a file: a decision that does not exist, or an ADR number without three digits. Returns one message each. */
export function referenceProblems(source: string, { product, architecture }: Decisions): string[] {
  const missing = Array.from(source.matchAll(REFERENCE)).flatMap(([text, list, digits = ""]) => {
    const number = Number(digits);
    if (list === "PD") return product.has(number) ? [] : [`${text} is not in docs/product.md`];
    if (digits.length !== 3) return [`${text}: write ADR- and three digits`];
    return architecture.has(number) ? [] : [`${text} is not in docs/decisions/`];
  });
  const ambiguous = Array.from(source.matchAll(AMBIGUOUS), ([text]) => `'${text}': write PD-n or ADR-nnn`);
  return [...missing, ...ambiguous];
}
