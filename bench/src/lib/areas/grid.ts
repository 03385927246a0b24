import type { Browser, Page } from "playwright-core";
import { contextOf, withBrowser } from "../browser.ts";
import { percentile } from "../percentile.ts";
import type { Stack } from "../stack.ts";
import { AREAS_SLUG } from "./seed.ts";

const OPENINGS = 12;
const COLD_OPENINGS = 5;
/** Searches with few, many and few matches: each narrows or widens the previous one. */
const STATUSES = ["rejected", "approved", "pending"] as const;
const SEARCHES = ["199", "7001", "12345"];

/** The expected content of the page: tiles, all of one status, or a text above them. */
type ExpectedContent = { status?: string; words?: string };

/** Measures the grid of an event in a real browser; ms, p95 unless the name says otherwise. */
export async function measureGrid(stack: Stack, tell: (text: string) => void): Promise<Record<string, number>> {
  return withBrowser(async (browser) => {
    const cold = await openCold(stack, browser);
    tell(`opened with an empty cache: ${formatMs(cold)}`);
    const page = await (await contextOf(browser, stack.url, stack.client)).newPage();
    const opened: number[] = [];
    for (let n = 0; n <= OPENINGS; n++) {
      await page.goto(`/projects/${AREAS_SLUG}/eventImages`);
      await page.waitForLoadState("networkidle");
      const choice = page.getByText("Ranges Control", { exact: true });
      const time = await timed(page, "click", {}, () => choice.click());
      // The first visit also downloads the scripts.
      if (n > 0) opened.push(time);
    }
    tell(`opened from the photos: ${formatMs(opened)}`);
    const filters = await measureFilters(page);
    tell(`filtered: ${formatMs(filters)}`);
    const searches = await measureSearches(page);
    tell(`searched: ${formatMs(searches)}`);
    return {
      gridMs: p95(opened),
      gridMedianMs: Math.round(percentile(opened, 0.5)),
      coldMs: p95(cold),
      coldMedianMs: Math.round(percentile(cold, 0.5)),
      filterMs: p95(filters),
      filterMedianMs: Math.round(percentile(filters, 0.5)),
      searchMs: p95(searches),
      searchMedianMs: Math.round(percentile(searches, 0.5)),
    };
  });
}

const formatMs = (times: readonly number[]): string => `${times.map((time) => time.toFixed(0)).join(", ")} ms`;
const p95 = (values: readonly number[]): number => Math.round(percentile(values, 0.95));

/** Opens the page with an empty cache; time from the navigation to the painted tiles. */
async function openCold(stack: Stack, browser: Browser): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < COLD_OPENINGS; n++) {
    const context = await contextOf(browser, stack.url, stack.client);
    const page = await context.newPage();
    await page.goto(`/projects/${AREAS_SLUG}/areas`, { waitUntil: "commit" });
    await page.evaluate(drawnAfter, { event: null, seen: {} });
    times.push(await page.evaluate(() => (globalThis as Watching).benchDrawn ?? Number.NaN)); // set in the line above
    await context.close();
  }
  return times;
}

/** Switches a legend filter on and off. */
async function measureFilters(page: Page): Promise<number[]> {
  const times: number[] = [];
  const legend = page.getByRole("group", { name: "Status" });
  const titles = { rejected: /Rejected/, approved: /Accepted/, pending: /To be reviewed/ };
  for (let round = 0; round < 5; round++)
    for (const status of STATUSES) {
      for (const seen of [{ status }, { words: "accounted for" }]) {
        const chip = legend.getByRole("button", { name: titles[status] });
        times.push(await timed(page, "click", seen, () => chip.click()));
      }
    }
  return times;
}

/** Types letter by letter and deletes again. */
async function measureSearches(page: Page): Promise<number[]> {
  const times: number[] = [];
  const box = page.getByRole("searchbox", { name: "Search areas" });
  await box.focus();
  const press = async (key: string, text: string): Promise<void> => {
    const seen = { words: text === "" ? "accounted for" : `“${text}”` };
    times.push(await timed(page, "keydown", seen, () => page.keyboard.press(key)));
  };
  for (const search of SEARCHES) {
    for (let n = 1; n <= search.length; n++) await press(search[n - 1] ?? "", search.slice(0, n));
    for (let n = search.length - 1; n >= 0; n--) await press("Backspace", search.slice(0, n));
  }
  return times;
}

type Watching = { benchDrawn?: Promise<number> };

/**
 * Time from the `event` that `act` triggers to the frame that shows the result, ms. The page starts watching before
 * `act`, because script messages and input events arrive through different channels.
 */
async function timed(page: Page, event: string, seen: ExpectedContent, act: () => Promise<void>): Promise<number> {
  await page.evaluate(drawnAfter, { event, seen });
  await act();
  return page.evaluate(() => (globalThis as Watching).benchDrawn ?? Number.NaN); // set in the line above
}

/** Runs in the page and sets `benchDrawn`. Without an event it measures from the navigation. */
function drawnAfter({ event, seen }: { event: string | null; seen: ExpectedContent }): void {
  const watching = globalThis as Watching; // a global of ours
  watching.benchDrawn = new Promise((drawn, fail) => {
    const failure = `${event ?? "opening"} was not followed by ${JSON.stringify(seen)}`;
    setTimeout(() => fail(new Error(failure)), 60_000);
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page, where outer functions are missing
    const isSeen = (): boolean => {
      // A search may have no match.
      if (seen.words === undefined && document.querySelector("[data-sid]") === null) return false;
      if (seen.status && document.querySelector(`[data-sid]:not([data-status="${seen.status}"])`)) return false;
      const words = [...document.querySelectorAll('[aria-live="polite"]')].map(({ textContent }) => textContent);
      return seen.words === undefined || words.join(" ").includes(seen.words);
    };
    const measureFrom = (startedAt: number): void => {
      const check = (): boolean => {
        if (!isSeen()) return false;
        watcher.disconnect();
        // After the frame that paints it.
        requestAnimationFrame(() => setTimeout(() => drawn(performance.now() - startedAt)));
        return true;
      };
      const watcher = new MutationObserver(check);
      // Start as soon as the document exists.
      watcher.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      check();
    };
    if (event === null) measureFrom(0);
    else addEventListener(event, ({ timeStamp }) => measureFrom(timeStamp), { capture: true, once: true });
  });
}
