import { parseArgs } from "node:util";
import type { SamplingRule } from "@precount/domain";
import { countBlind } from "./lib/certificate/count-blind.ts";
import { type Cell, drawEvent } from "./lib/certificate/draw-event.ts";
import { seededRandom } from "./lib/lists/random.ts";

const EVENTS = 10_000;
const SIZES = [50, 500, 5000, 50_000];
const ERROR_PERCENTS = [0, 0.1, 0.5, 1, 2, 5];
const RULES: readonly SamplingRule[] = [
  { kind: "until", percent: 1 },
  { kind: "share", percent: 5 },
];

type CellFigures = Cell & {
  rule: SamplingRule;
  coverage: number;
  photosCoverage: number;
  certified: number;
  checks: number;
};

/**
 * Blind counts of simulated events: how often the stated bounds hold, in each cell of error rate, size, clustering and sampling rule,
 * and how many rows are checked. A count that extends its sample after each look at its bound counts as correct only if every bound on the way holds.
 */
export function certificate(argv: readonly string[]): Promise<Record<string, unknown>> {
  const { values } = parseArgs({
    args: [...argv],
    options: { seed: { type: "string", default: "1" }, events: { type: "string", default: String(EVENTS) } },
  });
  const random = seededRandom(Number(values.seed));
  const cells = SIZES.flatMap((size) =>
    ERROR_PERCENTS.flatMap((errorPercent) =>
      [false, true].flatMap((isClustered) => RULES.map((rule) => ({ size, errorPercent, isClustered, rule }))),
    ),
  );
  const perCell = Math.ceil(Number(values.events) / cells.length);
  const figures = cells.map((cell) => measure(cell, perCell, random));
  process.stdout.write(`${toTable(figures)}\n`);
  return Promise.resolve({
    seed: Number(values.seed),
    events: perCell * cells.length,
    cells: cells.length,
    worstCoverage: Math.min(...figures.map(({ coverage }) => coverage)),
    worstPhotosCoverage: Math.min(...figures.map(({ photosCoverage }) => photosCoverage)),
  });
}

function measure(cell: Cell & { rule: SamplingRule }, events: number, random: () => number): CellFigures {
  const outcomes = Array.from({ length: events }, () => countBlind(drawEvent(cell, random), cell.rule, random));
  const share = (matches: (outcome: (typeof outcomes)[number]) => boolean): number =>
    Math.round((1000 * outcomes.filter(matches).length) / events) / 1000;
  return {
    ...cell,
    coverage: share(({ holds }) => holds),
    photosCoverage: share(({ photosHold }) => photosHold),
    certified: share(({ isCertified }) => isCertified),
    checks: Math.round(outcomes.reduce((sum, { checks }) => sum + checks, 0) / events),
  };
}

function toTable(figures: readonly CellFigures[]): string {
  const head = "| rows | wrong % | errors | rule | bound holds | photo bound holds | certified | rows checked |";
  const rows = figures.map(
    ({ size, errorPercent, isClustered, rule, coverage, photosCoverage, certified, checks }) =>
      `| ${size} | ${errorPercent} | ${isClustered ? "clustered" : "independent"} | ${rule.kind} ${rule.percent} % | ${coverage} | ${photosCoverage} | ${certified} | ${checks} |`,
  );
  return [head, "|---|---|---|---|---|---|---|---|", ...rows].join("\n");
}
