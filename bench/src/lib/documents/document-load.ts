import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Task } from "@precount/domain";
import { percentile } from "../percentile.ts";
import { type Client, signIn, startServer } from "../server.ts";
import { hundredPages } from "./hundred-pages.ts";

/** The calls of a page that people open while browsing. */
const CALLS: readonly [procedure: string, input: unknown][] = [
  ["project.fetchProjects", { isArchived: false }],
  ["home.fetchStats", {}],
  ["task.fetchTasksByProject", { projectId: "bench" }],
  ["project.getProject", { slug: "bench" }],
];
const PEOPLE = 4;
/** Think time between two calls. */
const PAUSE_MS = 100;
const QUIET_MS = 15_000;
const DOCUMENTS = 3;

export interface DocumentLoadFigures {
  /** Response times without other load, and while documents of a hundred pages are read, milliseconds. */
  apiQuietP95Ms: number;
  apiP95Ms: number;
  /** Duration of all documents, one after the other. */
  documentsMs: number;
}

/** Measures how much document reading slows down other requests on a server with default settings. */
export async function measureUnderDocumentLoad(folder: string): Promise<DocumentLoadFigures> {
  const document = await readFile(await hundredPages(folder));
  const server = await startServer(join(folder, "document-load"), [], { LOG_LEVEL: "silent" });
  try {
    const client = await signIn(server.url);
    await client.call("project.createProject", { name: "Bench", slug: "bench" });
    await measureCalls(client, async () => delay(2000)); // warm-up
    const quiet = await measureCalls(client, () => delay(QUIET_MS));
    const startedAt = performance.now();
    const busy = await measureCalls(client, async () => {
      for (let n = 0; n < DOCUMENTS; n++) await send(server.url, client, document);
      await untilProcessed(client);
    });
    return {
      apiQuietP95Ms: Math.round(percentile(quiet, 0.95)),
      apiP95Ms: Math.round(percentile(busy, 0.95)),
      documentsMs: Math.round(performance.now() - startedAt),
    };
  } finally {
    await server.stop();
  }
}

/** People call the API until `work` is done. Returns the duration of each call, milliseconds. */
async function measureCalls(client: Client, work: () => Promise<void>): Promise<number[]> {
  const took: number[] = [];
  const over = new AbortController();
  const person = async (): Promise<void> => {
    for (let n = 0; !over.signal.aborted; n++) {
      const [procedure, input] = CALLS[n % CALLS.length] ?? ["", {}];
      const startedAt = performance.now();
      await client.query(procedure, input);
      took.push(performance.now() - startedAt);
      await delay(PAUSE_MS);
    }
  };
  const people = Array.from({ length: PEOPLE }, person);
  await work().finally(() => over.abort());
  await Promise.all(people);
  return took;
}

async function send(url: string, { headers }: Client, document: Buffer): Promise<void> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(document)]), "hundred-pages.pdf");
  const path = "/api/tasks/eventId/bench/projectId/bench/create";
  const response = await fetch(url + path, { method: "POST", headers, body: form });
  if (!response.ok) throw new Error(`The server refused a task: ${response.status} ${await response.text()}`);
}

async function untilProcessed(client: Client): Promise<void> {
  for (;;) {
    const { items } = await client.query<{ items: Task[] }>("task.fetchTasksByProject", { projectId: "bench" });
    const failed = items.find(({ status }) => status === 4);
    if (failed) throw new Error(`A document could not be read: ${failed.errorMessage}`);
    if (items.every(({ status }) => status === 3)) return;
    await delay(250);
  }
}
