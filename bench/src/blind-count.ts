import { loadavg } from "node:os";
import { cropKey } from "@precount/domain";
import type { Page } from "playwright-core";
import { contextOf, withBrowser } from "./lib/browser.ts";
import { cutSamples } from "./lib/crop-wall/seed-wall.ts";
import { makePeople } from "./lib/people.ts";
import { percentile } from "./lib/percentile.ts";
import { drawPredictions } from "./lib/predictions.ts";
import { seedEvent } from "./lib/seed.ts";
import { type Stack, withStack } from "./lib/stack.ts";

const SLUG = "blind";
const PHOTOS = 40;
const RESULTS = { stickers: 6, shelves: 2 };
const CHECKS = 150;
/** Reads the sticker; a quick person needs longer. */
const READING_MS = 400;

/**
 * A person types 150 stickers of a blind count in Chromium on the real server, each after a different photo. Measured is the time from
 * Enter until the next crop is on the screen, with all its pixels.
 */
export async function blindCount(): Promise<Record<string, unknown>> {
  return withStack(async (stack) => {
    await seedApproved(stack);
    await stack.client.call("blindCount.startBlindCount", {
      project: { slug: SLUG },
      rule: { kind: "share", percent: 100 },
    });
    const [checker] = await makePeople(stack, 1);
    if (!checker) throw new Error("No second test user was created.");
    return withBrowser(async (browser) => {
      const page = await (await contextOf(browser, stack.url, checker.client)).newPage();
      await page.goto(`/projects/${SLUG}/blind-count/check`);
      const waits = await typeChecks(page);
      return {
        checks: waits.length,
        nextCropMs: percentile(waits, 0.5),
        nextCropP95Ms: percentile(waits, 0.95),
        nextCropMaxMs: Math.max(...waits),
        load: loadavg().map((load) => load.toFixed(1)),
      };
    });
  });
}

/** An event whose photos are approved, with the crops that the worker would have cut. */
async function seedApproved(stack: Stack): Promise<void> {
  const crops = await cutSamples();
  const images = await seedEvent(stack, SLUG, PHOTOS, (_, photo) => drawPredictions(photo, RESULTS, () => false));
  for (const { sid, detectionSid } of images) {
    const { rows } = await stack.pool.query<{ predictions: ReturnType<typeof drawPredictions> }>(
      "select predictions from image_detections where sid = $1",
      [detectionSid],
    );
    const stickers = (rows[0]?.predictions ?? []).filter(({ label }) => label === "sticker");
    await stack.pool.query(
      `insert into image_crops (image_sid, key, orientation, contents)
       select i.sid, key, i.orientation, contents from images i, unnest($2::text[], $3::bytea[]) c (key, contents)
       where i.sid = $1`,
      [
        sid,
        stickers.map(({ rect }) => cropKey(rect)),
        stickers.map((_, n) => Buffer.from(crops[n % crops.length]?.contents ?? [])),
      ],
    );
    await stack.client.call("imageDetection.validateImageDetection", { sid: detectionSid });
  }
}

async function typeChecks(page: Page): Promise<number[]> {
  await page.getByRole("img", { name: "The sticker to read" }).waitFor();
  const waits: number[] = [];
  for (let check = 0; check < CHECKS; check += 1) {
    await page.waitForTimeout(READING_MS);
    await page.keyboard.type("1234567");
    const next = await page.evaluateHandle(() => ({ waitMs: 0 }));
    await next.evaluate(measureNextCrop);
    await page.keyboard.press("Enter");
    const waitMs = await page.waitForFunction(({ waitMs: measured }) => measured, next);
    waits.push(Math.round(await waitMs.jsonValue()));
  }
  return waits;
}

/** Runs in the page: stores the milliseconds from the next Enter to the frame in which another crop has all its pixels. */
function measureNextCrop(next: { waitMs: number }): void {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page, where outer functions are missing
  const crop = (): HTMLImageElement | null => document.querySelector('img[alt="The sticker to read"]');
  const before = crop()?.src;
  const onKey = ({ key, timeStamp }: KeyboardEvent): void => {
    if (key !== "Enter") return;
    removeEventListener("keydown", onKey, true);
    const look = (): void => {
      const image = crop();
      if (image && image.src !== before && image.complete && image.naturalWidth > 0)
        next.waitMs = performance.now() - timeStamp;
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  };
  addEventListener("keydown", onKey, true);
}
