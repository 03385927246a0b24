import type { Page } from "playwright-core";

/** Web vitals of one screen, as web.dev defines them: milliseconds, milliseconds and a unitless score. */
export type Vitals = {
  /** Largest contentful paint. */
  lcpMs: number;
  /** Interaction to next paint: the slowest interaction. Null without interactions. */
  inpMs: number | null;
  /** The slowest interaction: event type and target. */
  slowest: string;
  /** Cumulative layout shift: the worst five-second session. */
  cls: number;
  /** The shifted elements, for debugging. */
  moved: string[];
  /** The element of the largest contentful paint. */
  largest: string;
};

type Shift = { at: number; score: number; what: string };
/** Missing in TypeScript's DOM types. */
type Paint = PerformanceEntry & { element: Element | null };
type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
type Interaction = { ms: number; what: string };
type Watching = {
  benchVitals?: { lcpMs: number; largest: string; shifts: Shift[]; interactions: Map<number, Interaction> };
};

/** Runs in the page before its own scripts. The browser does not report interactions shorter than 16 ms. */
export function watchVitals(): void {
  const seen: NonNullable<Watching["benchVitals"]> = { lcpMs: 0, largest: "", shifts: [], interactions: new Map() };
  (globalThis as Watching).benchVitals = seen;
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page, where outer functions are missing
  const nameOf = (node: Node | null | undefined): string => {
    if (!(node instanceof Element)) return node?.nodeName ?? "something gone";
    const words = (node.getAttribute("aria-label") ?? node.textContent).trim().slice(0, 40);
    return `${node.tagName.toLowerCase()}${words === "" ? "" : ` “${words}”`}`;
  };
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page, where outer functions are missing
  const watch = (type: string, keep: (entries: PerformanceEntry[]) => void, more: object = {}): void =>
    new PerformanceObserver((list) => keep(list.getEntries())).observe({ type, buffered: true, ...more });
  watch("largest-contentful-paint", (entries) => {
    const { startTime, element } = entries.at(-1) as Paint; // the observer gets only entries of the observed type
    seen.lcpMs = startTime;
    seen.largest = nameOf(element);
  });
  watch("layout-shift", (entries) => {
    for (const { startTime, value, hadRecentInput, sources } of entries as LayoutShift[]) {
      const what = sources.map(({ node }) => nameOf(node)).join(", ");
      if (!hadRecentInput) seen.shifts.push({ at: startTime, score: value, what });
    }
  });
  watch(
    "event",
    (entries) => {
      for (const { interactionId: id, duration: ms, name, target } of entries as PerformanceEventTiming[])
        if (id > 0 && ms > (seen.interactions.get(id)?.ms ?? 0))
          seen.interactions.set(id, { ms, what: `${name} ${nameOf(target)}` });
    },
    { durationThreshold: 16 },
  );
}

/** The vitals measured so far. */
export async function vitalsOf(page: Page): Promise<Vitals> {
  // Entries are reported a moment after their paint.
  await page.waitForTimeout(500);
  const seen = await page.evaluate(() => {
    const { lcpMs, largest, shifts, interactions } = (globalThis as Watching).benchVitals ?? {
      lcpMs: Number.NaN,
      largest: "",
      shifts: [],
      interactions: new Map<number, Interaction>(),
    };
    const [slowest = null] = [...interactions.values()].toSorted((a, b) => b.ms - a.ms);
    return { lcpMs, largest, shifts, slowest, count: performance.interactionCount };
  });
  return {
    lcpMs: Math.round(seen.lcpMs),
    inpMs: seen.count === 0 ? null : (seen.slowest?.ms ?? 16),
    slowest: seen.slowest?.what ?? "",
    cls: worstSession(seen.shifts),
    moved: seen.shifts.filter(({ score }) => score > 0.005).map(({ score, what }) => `${score.toFixed(3)} ${what}`),
    largest: seen.largest,
  };
}

/**
 * A layout-shift session ends after one second without shifts, or after five seconds (https://web.dev/articles/cls).
 */
const REST_MS = 1000;
const SESSION_MS = 5000;

/** Score of the worst session. @param shifts in chronological order */
export function worstSession(shifts: readonly Pick<Shift, "at" | "score">[]): number {
  let worst = 0;
  let score = 0;
  let since = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const shift of shifts) {
    if (shift.at - last > REST_MS || shift.at - since > SESSION_MS) {
      score = 0;
      since = shift.at;
    }
    score += shift.score;
    last = shift.at;
    worst = Math.max(worst, score);
  }
  return Math.round(1000 * worst) / 1000;
}
