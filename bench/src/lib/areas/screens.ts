import { once } from "node:events";
import { type IncomingMessage, get } from "node:http";
import { type Area, type AreaStatus, areaUpdateSchema } from "@precount/domain";
import type { Page } from "playwright-core";
import type { Client } from "../server.ts";

/** A screen that shows an event's areas. Times are wall-clock milliseconds since 1970, with fractions. */
export type Screen = {
  /** Resolves with the time when area `number` is shown with a status. Must be called before the change. */
  shows(area: { number: number; areaSid: string }, status: AreaStatus): Promise<number>;
  close(): void;
};

export const now = (): number => performance.timeOrigin + performance.now();

/** A client that reads the event stream and the list like a browser, without rendering. */
export async function openReader(
  url: string,
  slug: string,
  client: Client,
): Promise<Screen & { areas: number; listMs: number }> {
  const asking = get(`${url}/api/projects/${slug}/events?areas=1`, { agent: false, headers: client.headers });
  const [response] = (await once(asking, "response")) as [IncomingMessage]; // the response of a request
  if (response.statusCode !== 200) throw new Error(`The stream was answered with ${response.statusCode}.`);
  const waiting = new Map<string, { status: AreaStatus; seen: (at: number) => void }>();
  let text = "";
  asking.on("error", () => undefined);
  response.on("error", () => undefined).setEncoding("utf8");
  response.on("data", (chunk: string) => {
    const messages = (text + chunk).split("\n\n");
    text = messages.pop() ?? "";
    for (const message of messages) {
      if (!message.startsWith("event: areas\n")) continue;
      const news = areaUpdateSchema.parse(JSON.parse(message.slice(message.indexOf("data: ") + 6)));
      if ("stale" in news) continue;
      for (const { sid, status } of news.changed) {
        const wanted = waiting.get(sid);
        if (wanted?.status !== status) continue;
        waiting.delete(sid);
        wanted.seen(now());
      }
    }
  });
  const startedAt = performance.now();
  const areas = await client.query<Area[]>("area.fetchAllAreasWithStatus", { project: { slug } });
  return {
    areas: areas.length,
    listMs: performance.now() - startedAt,
    shows: ({ areaSid }, status) =>
      new Promise((seen) => {
        waiting.set(areaSid, { status, seen });
      }),
    close: () => void asking.destroy(),
  };
}

/** A real page with the grid; the time is when the tile was painted. */
export async function openGrid(page: Page, slug: string, pageSize: number): Promise<Screen> {
  await page.goto(`/projects/${slug}/areas?pageSize=${pageSize}`);
  await page.locator(`[data-sid]:nth-child(1)`).first().waitFor();
  return {
    shows: ({ areaSid }, status) => page.evaluate(whenDrawn, `[data-sid="${areaSid}"][data-status="${status}"]`),
    close: () => void page.close(),
  };
}

/** Runs in the page. */
function whenDrawn(selector: string): Promise<number> {
  return new Promise((drawn) => {
    const look = (): boolean => {
      if (document.querySelector(selector) === null) return false;
      watcher.disconnect();
      // After the frame that paints it.
      requestAnimationFrame(() => setTimeout(() => drawn(performance.timeOrigin + performance.now())));
      return true;
    };
    const watcher = new MutationObserver(look);
    watcher.observe(document.body, { subtree: true, childList: true, attributes: true });
    look();
  });
}
