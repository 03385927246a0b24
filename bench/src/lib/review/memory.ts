import type { CDPSession, Page } from "playwright-core";
import type { SeededImage } from "../seed.ts";
import { openImage } from "./photo.ts";
import { step } from "./steps.ts";

/** Memory of the page: megabytes of JavaScript heap after garbage collection, and counts of DOM objects. */
type Held = { heapMb: number; nodes: number; listeners: number; pictures: number };
export type MemoryFigures = {
  images: number;
  heapGrowthMb: number;
  nodesGrowth: number;
  listenersGrowth: number;
  picturesGrowth: number;
};

/** After this many images all permanent caches are filled and expiring ones have started to expire. */
const WARM_UP = 60;
/** Viewing time of a person who only looks, the fastest case. */
const LOOK_MS = 100;

/**
 * Steps through all images; compares the memory at the end with the memory after the first sixty.
 * @param boxes number of boxes of each image
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
  // Twice, because finalizers release objects for the second collection.
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const { nodes, jsEventListeners: listeners } = await session.send("Memory.getDOMCounters");
  const heap = metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN;
  return { heapMb: heap / 2 ** 20, nodes, listeners, pictures: await countPictures(session) };
}

/** All reachable nodes, attached to the document or not. */
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
