import type { Page } from "playwright-core";

/** What a person feels of one screen, as web.dev defines it: ms, ms, and a score without a unit. */
export type Vitals = {
  /** Until the largest thing that is ever in view is painted. */
  lcpMs: number;
  /** The slowest of the interactions, up to its next paint. Null: nothing was done that takes one. */
  inpMs: number | null;
  /** How far what is seen moved by itself: the worst five seconds of it. */
  cls: number;
  /** What moved, for who wants to mend it. */
  moved: string[];
  /** What the largest thing was. */
  largest: string;
};

type Shift = { at: number; score: number; what: string };
type Watching = {
  benchVitals?: { lcpMs: number; largest: string; shifts: Shift[]; interactions: Map<number, number> };
};

/** Runs in the page before anything of it does. Interactions shorter than 16 ms are not told by the browser. */
export function watchVitals(): void {
  const seen: NonNullable<Watching["benchVitals"]> = { lcpMs: 0, largest: "", shifts: [], interactions: new Map() };
  (globalThis as Watching).benchVitals = seen;
  const nameOf = (node: Node | null | undefined): string => {
    if (!(node instanceof Element)) return node?.nodeName ?? "something gone";
    const words = (node.getAttribute("aria-label") ?? node.textContent).trim().slice(0, 40);
    return `${node.tagName.toLowerCase()}${words === "" ? "" : ` “${words}”`}`;
  };
  const watch = <Entry>(type: string, keep: (entry: Entry) => void, more: object = {}): void => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) keep(entry as Entry); // of the type that was asked for
    });
    observer.observe({ type, buffered: true, ...more });
  };
  watch<{ startTime: number; element: Element | null }>("largest-contentful-paint", ({ startTime, element }) => {
    seen.lcpMs = startTime;
    seen.largest = nameOf(element);
  });
  watch<{ startTime: number; value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }>(
    "layout-shift",
    ({ startTime, value, hadRecentInput, sources }) => {
      if (!hadRecentInput)
        seen.shifts.push({ at: startTime, score: value, what: sources.map(({ node }) => nameOf(node)).join(", ") });
    },
  );
  watch<{ interactionId: number; duration: number }>(
    "event",
    ({ interactionId: id, duration }) => {
      if (id > 0) seen.interactions.set(id, Math.max(duration, seen.interactions.get(id) ?? 0));
    },
    { durationThreshold: 16 },
  );
}

/** What was seen so far. */
export async function vitalsOf(page: Page): Promise<Vitals> {
  // Entries come a moment after the paint they tell of.
  await page.waitForTimeout(500);
  const seen = await page.evaluate(() => {
    const { lcpMs, largest, shifts, interactions } = (globalThis as Watching).benchVitals ?? {
      lcpMs: Number.NaN,
      largest: "",
      shifts: [],
      interactions: new Map<number, number>(),
    };
    return { lcpMs, largest, shifts, durations: [...interactions.values()], count: performance.interactionCount };
  });
  return {
    lcpMs: Math.round(seen.lcpMs),
    inpMs: seen.count === 0 ? null : Math.max(16, ...seen.durations),
    cls: worstSession(seen.shifts),
    moved: seen.shifts.filter(({ score }) => score > 0.005).map(({ score, what }) => `${score.toFixed(3)} ${what}`),
    largest: seen.largest,
  };
}

/** Ends a session of shifts: a second of rest, or five in all (https://web.dev/articles/cls). */
const REST_MS = 1000;
const SESSION_MS = 5000;

/** The score of the worst session. @param shifts in the order of time */
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
