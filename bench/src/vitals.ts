import { loadavg } from "node:os";
import { type Browser, type BrowserContext, type Page } from "playwright-core";
import { contextOf, withBrowser } from "./lib/browser.ts";
import { type Stack, withStack } from "./lib/stack.ts";
import { type Vitals, vitalsOf, watchVitals } from "./lib/vitals/page-vitals.ts";
import { openPage } from "./lib/vitals/person.ts";
import { MAIN_SCREENS, type MainScreen } from "./lib/vitals/screens.ts";
import { kbBeyond, scriptsOf } from "./lib/vitals/scripts.ts";
import { type VitalsWorld, seedVitals } from "./lib/vitals/world.ts";

/** CPU throttling factor of the page. */
const SLOWER = 4;
/** Several visits, because one delay of a noisy machine must not decide; the median counts. */
const TIMES = 3;

type Name = keyof typeof MAIN_SCREENS;
type Figures = Vitals & { scripts: Map<string, number> };

const tell = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * Web vitals of each main screen in a browser with an empty cache on a CPU slowed down four times: largest contentful
 * paint, interaction to next paint, layout shift, and the size of the scripts. Names of screens select what is
 * measured; the sizes `first` and `review` need login, home and review.
 */
export async function vitals(argv: readonly string[]): Promise<Record<string, unknown>> {
  // The keys come from the same object.
  const names = (Object.keys(MAIN_SCREENS) as Name[]).filter((name) => argv.length === 0 || argv.includes(name));
  const loadBefore = loadavg();
  return withStack(async (stack) => {
    const world = await seedVitals(stack);
    const screens = new Map<Name, Figures>();
    for (const name of names) {
      const figures = await withBrowser((browser) => measureScreen(browser, stack, world, name));
      screens.set(name, figures);
      tell(lineOf(name, figures));
      if (figures.slowest !== "") tell(`             slowest ${figures.slowest}`);
      for (const what of figures.moved) tell(`             moved ${what}`);
    }
    const all = [...screens.values()];
    const first = new Map([...(screens.get("login")?.scripts ?? []), ...(screens.get("home")?.scripts ?? [])]);
    return {
      slower: SLOWER,
      lcpMs: Math.max(...all.map(({ lcpMs }) => lcpMs)),
      inpMs: Math.max(...all.map(({ inpMs }) => inpMs ?? 0)),
      cls: Math.max(...all.map(({ cls }) => cls)),
      loginKb: kbBeyond(screens.get("login")?.scripts ?? new Map(), new Map()),
      firstKb: kbBeyond(screens.get("home")?.scripts ?? new Map(), new Map()),
      reviewMoreKb: kbBeyond(screens.get("review")?.scripts ?? new Map(), first),
      screens: Object.fromEntries([...screens].map(([name, { lcpMs, inpMs, cls }]) => [name, { lcpMs, inpMs, cls }])),
      loadBefore,
      load: loadavg(),
    };
  });
}

const lineOf = (name: string, { lcpMs, inpMs, cls, largest, scripts }: Figures): string =>
  `${name.padEnd(12)} LCP ${String(lcpMs).padStart(5)} ms  INP ${String(inpMs ?? "–").padStart(4)} ms  CLS ${cls.toFixed(3)}  ` +
  `scripts ${kbBeyond(scripts, new Map())} kB  (${largest})`;

/** A new profile for each visit, so that the cache is empty. */
async function measureScreen(browser: Browser, stack: Stack, world: VitalsWorld, name: Name): Promise<Figures> {
  const runs: Figures[] = [];
  for (let n = 0; n < TIMES; n++) {
    const context = await profileFor(browser, stack, name);
    runs.push(await measureOnce(await context.newPage(), MAIN_SCREENS[name], world));
    await context.close();
  }
  const middle = (of: (run: Figures) => number): number => runs.map(of).toSorted((a, b) => a - b)[1] ?? Number.NaN;
  const [run] = runs;
  if (!run) throw new Error("Nothing was measured.");
  return {
    ...run,
    slowest: runs.toSorted((a, b) => (b.inpMs ?? 0) - (a.inpMs ?? 0))[0]?.slowest ?? "",
    lcpMs: middle(({ lcpMs }) => lcpMs),
    inpMs: run.inpMs === null ? null : middle(({ inpMs }) => inpMs ?? 0),
    cls: middle(({ cls }) => cls),
  };
}

const profileFor = (browser: Browser, { url, client }: Stack, name: Name): Promise<BrowserContext> =>
  name === "login"
    ? browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 }, locale: "en-GB" })
    : contextOf(browser, url, client);

async function measureOnce(page: Page, screen: MainScreen, world: VitalsWorld): Promise<Figures> {
  await page.addInitScript(watchVitals);
  const debug = await page.context().newCDPSession(page);
  await debug.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await openPage(page, screen.path(world));
  await screen.ready(page, world);
  // Counted before any interaction: scripts that an interaction loads are not needed to show the screen.
  await page.waitForLoadState("networkidle");
  const scripts = await scriptsOf(page);
  await screen.act(page);
  await page.waitForLoadState("networkidle");
  return { ...(await vitalsOf(page)), scripts };
}
