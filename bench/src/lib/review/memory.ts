import type { CDPSession, Page } from "playwright-core";
import type { SeededImage } from "../seed.ts";
import { openImage } from "./photo.ts";
import { step } from "./steps.ts";

/** What the page holds: megabytes of script heap after a collection, and counts. */
type Held = { heapMb: number; nodes: number; listeners: number; pictures: number };
export type MemoryFigures = {
  images: number;
  heapGrowthMb: number;
  nodesGrowth: number;
  listenersGrowth: number;
  picturesGrowth: number;
};

/** By then everything that is kept for good is there, and what is let go after a while has begun to be. */
const WARM_UP = 60;
/** A person who only looks; nobody decides faster. */
const LOOK_MS = 100;

/**
 * Through all images one after the other: how much more the page holds at the end than after the first sixty.
 * @param boxes how many each image has
 */
export async function measureMemory(
  page: Page,
  slug: string,
  images: readonly SeededImage[],
  boxes: number,
  tell: (text: string) => void,
): Promise<MemoryFigures> {
  const [first, ...others] = images;
  if (!first) throw new Error("There are no images.");
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.enable");
  await session.send("Performance.enable");
  await openImage(page, slug, first);
  let early: Held | null = null;
  for (const [n, image] of others.entries()) {
    await step(page, image, boxes);
    await page.waitForTimeout(LOOK_MS);
    if (n + 1 === WARM_UP) early = await held(session);
    else if ((n + 1) % WARM_UP === 0) tell(`${n + 1} images: ${describe(await held(session))}`);
  }
  const late = await held(session);
  const from = early ?? late;
  tell(`after ${WARM_UP}: ${describe(from)}; after ${others.length}: ${describe(late)}`);
  return {
    images: others.length,
    heapGrowthMb: Math.round(10 * (late.heapMb - from.heapMb)) / 10,
    nodesGrowth: late.nodes - from.nodes,
    listenersGrowth: late.listeners - from.listeners,
    picturesGrowth: late.pictures - from.pictures,
  };
}

const describe = ({ heapMb, nodes, listeners, pictures }: Held): string =>
  `${heapMb.toFixed(1)} MB, ${nodes} nodes, ${listeners} listeners, ${pictures} pictures`;

async function held(session: CDPSession): Promise<Held> {
  // Twice: what finalizers let go in the first goes in the second.
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const { nodes, jsEventListeners: listeners } = await session.send("Memory.getDOMCounters");
  const heap = metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN;
  return { heapMb: heap / 2 ** 20, nodes, listeners, pictures: await countPictures(session) };
}

/** All that script can still reach, in the document or not. */
async function countPictures(session: CDPSession): Promise<number> {
  const { result } = await session.send("Runtime.evaluate", { expression: "HTMLImageElement.prototype" });
  const { objects } = await session.send("Runtime.queryObjects", { prototypeObjectId: result.objectId ?? "" });
  const { result: count } = await session.send("Runtime.callFunctionOn", {
    objectId: objects.objectId ?? "",
    functionDeclaration: "function () { return this.length; }",
    returnByValue: true,
  });
  await session.send("Runtime.releaseObject", { objectId: objects.objectId ?? "" });
  return Number(count.value);
}
