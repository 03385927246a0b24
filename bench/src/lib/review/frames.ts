import type { Page } from "playwright-core";
import { percentile } from "../percentile.ts";
import { type Spot, middleOf, photoOf } from "./photo.ts";

const FRAMES = 150;
const ROUNDS = 3;

type Frames = { ms: number; p95Ms: number };
/** Milliseconds per frame while panning, zooming with the wheel, and dragging one box. */
export type FrameFigures = { pan: Frames; zoom: Frames; drag: Frames };

/** In a browser without a frame limit, so that a frame takes as long as it needs. */
export const UNLIMITED_FRAMES = ["--disable-frame-rate-limit", "--disable-gpu-vsync"];

/** Median of several rounds. */
export async function measureFrames(page: Page, sticker: string): Promise<FrameFigures> {
  const rounds: FrameFigures[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const zoom = await zoomFrames(page);
    const pan = await panFrames(page);
    rounds.push({ pan, zoom, drag: await dragFrames(page, sticker) });
  }
  const middle = (of: keyof FrameFigures): Frames => ({
    ms: percentile(
      rounds.map((round) => round[of].ms),
      0.5,
    ),
    p95Ms: percentile(
      rounds.map((round) => round[of].p95Ms),
      0.5,
    ),
  });
  return { pan: middle("pan"), zoom: middle("zoom"), drag: middle("drag") };
}

async function zoomFrames(page: Page): Promise<Frames> {
  await page.keyboard.press("0");
  return run(page, "wheel", await middleOf(photoOf(page)));
}

/** Zoom 1:1, as used for reading and panning. */
async function panFrames(page: Page): Promise<Frames> {
  await page.keyboard.press("1");
  const at = await middleOf(photoOf(page));
  await page.mouse.move(at.x, at.y);
  await page.mouse.down({ button: "middle" });
  const frames = await run(page, "move", at);
  await page.mouse.up({ button: "middle" });
  return frames;
}

async function dragFrames(page: Page, sticker: string): Promise<Frames> {
  await page.keyboard.press("0");
  const at = await middleOf(photoOf(page).getByRole("button", { name: new RegExp(`^${sticker},`) }));
  await page.mouse.click(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 6, at.y + 6);
  const frames = await run(page, "move", at);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await page.keyboard.press("Escape");
  return frames;
}

async function run(page: Page, kind: "wheel" | "move", at: Spot): Promise<Frames> {
  const { durations, moved } = await page.evaluate(runInPage, { kind, at, frames: FRAMES });
  if (moved < FRAMES)
    throw new Error(`Only ${moved} frames moved anything instead of ${FRAMES}: nothing was measured.`);
  return { ms: percentile(durations, 0.5), p95Ms: percentile(durations, 0.95) };
}

/**
 * Runs in the page: dispatches one event per frame, as browsers do, and measures the time to the next frame. The review takes one pointer
 * move every 16 ms, so frames that are faster than that move nothing and do not count.
 */
async function runInPage(given: { kind: "wheel" | "move"; at: Spot; frames: number }) {
  const { kind, at, frames } = given;
  const photo = document.querySelector('section[aria-label="Photo with results"]');
  if (!photo) throw new Error("The photo is not there.");
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page, where outer functions are missing
  const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  // Position of the photo and of the dragged box: both are drawn in window pixels.
  const look = (): string =>
    `${photo.firstElementChild?.getAttribute("style") ?? ""} ${photo.querySelector("svg[aria-hidden] rect")?.getAttribute("x") ?? ""}`;
  const durations: number[] = [];
  let moved = 0;
  let looked = look();
  await frame();
  let before = await frame();
  for (let n = 0; moved < frames && n < 4 * frames; n++) {
    const turn = (2 * Math.PI * n) / 60;
    const place = {
      clientX: Math.round(at.x + 90 * Math.sin(turn)),
      clientY: Math.round(at.y + 60 * (1 - Math.cos(turn))),
      bubbles: true,
    };
    const deltaY = Math.floor(n / 15) % 2 === 0 ? -100 : 100;
    photo.dispatchEvent(
      kind === "wheel"
        ? new WheelEvent("wheel", { ...place, deltaY, cancelable: true })
        : new PointerEvent("pointermove", { ...place, pointerId: 1, pointerType: "mouse", buttons: 1 }),
    );
    const looks = look();
    const hasMoved = looks !== looked;
    looked = looks;
    await frame();
    const now = performance.now();
    if (hasMoved) {
      moved += 1;
      durations.push(now - before);
    }
    before = now;
  }
  return { durations, moved };
}
