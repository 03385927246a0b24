import type { Browser, BrowserContext, Page } from "@playwright/test";
import { signInByApi, createEventByApi, uploadPhotosByApi } from "./support/prepare-by-api.ts";
import { fetchImage, fetchImages } from "./support/api.ts";
import { samplePaths } from "./support/samples.ts";
import { IS_EXHAUSTIVE, NIGHTLY } from "./support/is-exhaustive.ts";
import { type RunningServer, expect, test } from "./support/server.ts";

/** Longer ones: `HISTORY_STEPS=2000 HISTORY_SEED=7 script/run playwright test --config e2e/playwright.config.ts histories`. */
const STEPS = Number(process.env["HISTORY_STEPS"] ?? (IS_EXHAUSTIVE ? 100 : 9));
const SEED = Number(process.env["HISTORY_SEED"] ?? 1);
const CLIENTS = 3;
const FIELDS = ["Code", "Quantity"] as const;
const SLUG = "histories";

type Client = {
  page: Page;
  context: BrowserContext;
  isOffline: boolean;
  /** The last value that this client entered in each field and did not withdraw. */
  entered: Map<string, string>;
};

// bench/src/lib/editing/histories.test.ts plays a random history in each run, and saving.spec.ts has the cases one by one.
test(
  "after random edits, lost connections and reloads, every saved edit exists exactly once",
  { tag: NIGHTLY },
  async ({ browser, server }) => {
    test.setTimeout(180_000 + STEPS * 3000);
    const random = randomOf(SEED);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T; // never empty
    const clients: Client[] = [];
    for (let n = 0; n < CLIENTS; n++) clients.push(await join(browser, server));
    const [{ page }] = clients as [Client];
    const imageSid = await makePhoto(page);
    for (const client of clients) await show(client.page, imageSid);
    const { results } = await detectionOf(page, imageSid);
    const titles = results
      .flatMap(({ label }, index) => (label === "sticker" ? [`sticker ${index + 1}`] : []))
      .slice(0, 4);

    const everEntered = new Set<string>();
    const saidToBeSaved = new Set<string>();
    for (let step = 0; step < STEPS; step++) {
      const client = pick(clients);
      const dice = random();
      if (dice < 0.15) {
        client.isOffline = !client.isOffline;
        await client.context.setOffline(client.isOffline);
      } else if (dice < 0.25) {
        // The page cannot be reloaded offline, so it is closed and opened again when the network is back.
        if (client.isOffline) await client.page.goto("about:blank");
        client.isOffline = false;
        await client.context.setOffline(false);
        await show(client.page, imageSid);
      } else {
        const name = `${pick(FIELDS)} of ${pick(titles)}`;
        // Values are unique, so that a duplicated edit is detectable.
        const value = String(100_000 + step);
        const input = client.page.getByRole("textbox", { name, exact: true });
        await input.fill(value);
        await input.press("Enter");
        everEntered.add(value);
        client.entered.set(name, value);
      }
      if ((await savingText(client.page)) === "Saved")
        for (const value of client.entered.values()) saidToBeSaved.add(value);
    }

    for (const client of clients) {
      await client.context.setOffline(false);
      await decideAll(client, pick);
      for (const value of client.entered.values()) saidToBeSaved.add(value);
    }
    const { patches } = await detectionOf(page, imageSid);
    const log = patches.flatMap(({ value }) => (typeof value === "string" ? [value] : []));
    expect(log).toHaveLength(patches.length);
    expect(log.filter((value) => !everEntered.has(value))).toEqual([]);
    expect(log.filter((value, at) => log.indexOf(value) !== at)).toEqual([]);
    expect([...saidToBeSaved].filter((value) => !log.includes(value))).toEqual([]);
    for (const { context } of clients) await context.close();
  },
);

async function join(browser: Browser, server: RunningServer): Promise<Client> {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signInByApi(page);
  return { page, context, isOffline: false, entered: new Map() };
}

/** Creates an image with a detection for one history. */
async function makePhoto(page: Page): Promise<string> {
  await uploadPhotosByApi(page, await createEventByApi(page, "Histories"), samplePaths.slice(0, 1));
  return (await fetchImages(page, SLUG))[0]?.sid ?? "";
}

async function show(page: Page, imageSid: string): Promise<void> {
  await page.goto(`/projects/${SLUG}/eventImages/images/${imageSid}`);
  await page
    .getByRole("region", { name: "Labels" })
    .getByText(/^All \d+/)
    .click();
}

async function detectionOf(page: Page, imageSid: string) {
  const [detection] = (await fetchImage(page, SLUG, imageSid)).detections;
  if (!detection) throw new Error("the photo has no detection");
  return detection;
}

const savingText = (page: Page): Promise<string> =>
  page.getByRole("status", { name: "Saving", exact: true }).innerText();

/** Resolves every conflict until everything is saved. */
async function decideAll({ page, entered }: Client, pick: <T>(from: readonly T[]) => T): Promise<void> {
  for (;;) {
    await expect(page.getByRole("status", { name: "Saving", exact: true })).toHaveText(
      /^(Saved|Conflict|\d+ to decide)$/,
      {
        timeout: 30_000,
      },
    );
    if ((await savingText(page)) === "Saved") return;
    const panel = page.getByRole("region", { name: "Labels" });
    const mine = panel.getByRole("button", { name: /^Keep mine/ }).first();
    const value = /\d+/.exec(await mine.innerText())?.[0];
    const choice = pick(["mine", "theirs"]);
    await (choice === "mine" ? mine : panel.getByRole("button", { name: /^Take theirs/ }).first()).click();
    if (choice === "theirs") for (const [name, own] of entered) if (own === value) entered.delete(name);
    await expect(panel.getByRole("button", { name: `Keep mine: ${value ?? ""}` })).toHaveCount(0);
  }
}

/** Mulberry32 random numbers: the same seed gives the same history. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
