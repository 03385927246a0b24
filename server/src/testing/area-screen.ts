import { once } from "node:events";
import { type IncomingMessage, get } from "node:http";
import { type Area, type AreaUpdate, applyAreaChanges, areaUpdateSchema } from "@precount/domain";
import type { Caller } from "./test-api.ts";

/** A screen with an event's areas: its list with the updates of its stream, combined as in the browser. */
export type AreaScreen = {
  news: AreaUpdate[];
  /** The screen's list. */
  areas(): Area[];
  statusOf(name: string): Area["status"] | undefined;
  /** Whether the list must be reloaded because too many areas changed. */
  isStale(): boolean;
  /** Loads the list. */
  read(): Promise<void>;
  shut(): void;
};

/** Opens the stream and then loads the list, as a page does. */
export async function openAreaScreen(origin: string, slug: string, caller: Caller): Promise<AreaScreen> {
  const shutting = new AbortController();
  const readList = () => caller.rpc.area.fetchAllAreasWithStatus.query({ project: { slug } });
  const response = await openStream(`${origin}/api/projects/${slug}/events?areas=1`, caller, shutting.signal);
  const news: AreaUpdate[] = [];
  let list: Area[] = [];
  let isStale = false;
  onMessage(response, "areas", (data) => {
    const update = areaUpdateSchema.parse(JSON.parse(data));
    news.push(update);
    if ("stale" in update) isStale = true;
    else list = applyAreaChanges(list, update);
  });
  const read = async (): Promise<void> => {
    isStale = false;
    const before = news.length;
    list = await readList();
    for (const update of news.slice(before)) if (!("stale" in update)) list = applyAreaChanges(list, update);
  };
  await read();
  return {
    news,
    areas: () => list,
    statusOf: (name) => list.find((area) => area.name === name)?.status,
    isStale: () => isStale,
    read,
    shut: () => shutting.abort(),
  };
}

/** Not fetch, which replaces each closed connection by a spare one that would delay the shutdown of the server. */
async function openStream(url: string, { headers }: Caller, signal: AbortSignal): Promise<IncomingMessage> {
  const asking = get(url, { agent: false, headers: { cookie: headers["cookie"] ?? "" }, signal });
  asking.on("error", () => undefined);
  const [response] = (await once(asking, "response")) as [IncomingMessage]; // the response of a request
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
  return response;
}

function onMessage(response: IncomingMessage, kind: string, hear: (data: string) => void): void {
  let text = "";
  response.on("error", () => undefined).setEncoding("utf8");
  response.on("data", (chunk: string) => {
    const messages = (text + chunk).split("\n\n");
    text = messages.pop() ?? "";
    for (const message of messages) {
      const [event, data] = message.split("\n");
      if (event === `event: ${kind}`) hear(data?.replace(/^data: /, "") ?? "");
    }
  });
}
