import { parseArgs } from "node:util";
import { withStack } from "./lib/stack.ts";
import { percentile } from "./lib/percentile.ts";
import { seededRandom } from "./lib/lists/random.ts";
import { drawStore } from "./lib/radar/draw-store.ts";
import { injectErrors } from "./lib/radar/inject-errors.ts";
import { findingsOf, isAbout } from "./lib/radar/judge-store.ts";
import { measureScale } from "./lib/radar/measure-scale.ts";
import { recallByKind } from "./lib/radar/report.ts";

const EVENTS = 50;
/** Findings that a person looks at first. */
const TOP = 20;
/** An error counts as found if one of the first findings is about it. An event has 30 errors. */
const LISTED = 50;
/** The share of the errors with the largest impact whose recall is required. */
const TOP_SHARE = 0.05;

export type RadarFigures = {
  seed: number;
  events: number;
  errors: number;
  recallTop: number;
  recallAll: number;
  precisionTop20: number;
};

/**
 * The radar on drawn events with one error of each of 30 kinds and amounts. `recallTop` is the share of the 5 % of errors with the
 * largest impact that one of the event's first 50 findings names; `recallAll` is that of all errors that change the count.
 * `precisionTop20` is the share of the first 20 findings that are about an injected error. `--scale` measures the server instead, with an event of 100,000 stickers.
 */
export async function radar(argv: readonly string[]): Promise<Record<string, unknown>> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      seed: { type: "string", default: "1" },
      events: { type: "string", default: String(EVENTS) },
      scale: { type: "boolean", default: false },
    },
  });
  if (values.scale) return withStack((stack) => measureScale(stack, (text) => void process.stdout.write(`${text}\n`)));
  const outcomes = judgeEvents(Number(values.seed), Number(values.events));
  process.stdout.write(`${recallByKind(outcomes.errors)}\n`);
  return outcomes.figures;
}

type ErrorOutcome = { name: string; impact: number; isFound: boolean };

export function judgeEvents(seed: number, events: number): { figures: RadarFigures; errors: ErrorOutcome[] } {
  const errors: ErrorOutcome[] = [];
  let [right, top] = [0, 0];
  for (let event = 0; event < events; event += 1) {
    const random = seededRandom(seed * 1000 + event);
    const store = drawStore(random);
    const injected = injectErrors(store, random).filter(({ impact }) => impact > 0);
    const findings = findingsOf(store);
    const first = findings.slice(0, TOP);
    top += first.length;
    right += first.filter((finding) => injected.some((error) => isAbout(finding, error))).length;
    for (const error of injected) {
      const isFound = findings.slice(0, LISTED).some((finding) => isAbout(finding, error));
      errors.push({ name: error.name, impact: error.impact, isFound });
    }
  }
  const least = percentile(
    errors.map(({ impact }) => impact),
    1 - TOP_SHARE,
  );
  const recall = (of: readonly ErrorOutcome[]): number => share(of.filter(({ isFound }) => isFound).length, of.length);
  const figures = {
    seed,
    events,
    errors: errors.length,
    recallTop: recall(errors.filter(({ impact }) => impact >= least)),
    recallAll: recall(errors),
    precisionTop20: share(right, top),
  };
  return { figures, errors };
}

const share = (part: number, all: number): number => Math.round((1000 * part) / Math.max(1, all)) / 1000;
