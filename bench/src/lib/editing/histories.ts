import { type ImageDetection, applyPatches, parsePatch } from "@precount/domain";
import type { Browser, BrowserContext } from "playwright-core";
import { contextOf } from "../browser.ts";
import { makePeople } from "../people.ts";
import { drawPredictions } from "../predictions.ts";
import { NO_PHOTO, seedDetections } from "../seed.ts";
import type { Stack } from "../stack.ts";
import { type ClientLog, type Logged, type Verdict, checkHistory, mergeClientLogs } from "./checker.ts";
import { Client } from "./client.ts";
import { headlessCode } from "./headless-code.ts";
import { MAX_CLIENTS, type Plan, drawPlans } from "./plan.ts";

/** Fewer browsers than clients: some clients are two tabs of one person that share a store and send in turns. */
const BROWSERS = 5;
const LABELS = { stickers: 5, shelves: 1 };
const SLUG = "histories";
/** Longer than any retry delay; after this time something hangs. */
const SETTLED_WITHIN_MS = 60_000;
const LOOK_MS = 20;

export type HistoryFigures = {
  histories: number;
  steps: number;
  patches: number;
  conflicts: number;
  lost: number;
  doubled: number;
  overwritten: number;
  /** Undo and redo that did not restore the state, and screens that differ from the server. */
  unlike: number;
};

/**
 * Random histories of 2–8 tabs on one image each: edits, undo and redo, lost connections, lost requests and
 * responses, reloads, closed tabs. In the end every client is online and resolves its conflicts, and the server's log
 * is compared with the clients' actions.
 * @param tell receives each problem with the number of the history
 */
export async function runHistories(
  { stack, browser }: { stack: Stack; browser: Browser },
  { count, seed }: { count: number; seed: number },
  tell: (text: string) => void,
): Promise<HistoryFigures> {
  const { sid: projectSid } = (await stack.client.call("project.createProject", { name: SLUG, slug: SLUG })) as {
    sid: string; // PD-55
  };
  const predictions = drawPredictions(NO_PHOTO, LABELS);
  const images = await seedDetections(stack, projectSid, count, predictions);
  const clients = await openClients(stack, browser);
  const figures = { histories: 0, steps: 0, patches: 0, conflicts: 0, lost: 0, doubled: 0, overwritten: 0, unlike: 0 };
  for (const [n, plan] of drawPlans(count, seed).entries()) {
    const image = images[n];
    if (!image) break;
    const taking = clients.slice(0, plan.clients);
    for (const client of taking) await client.begin(image);
    await play(plan, taking, n);
    await settleAll(taking, n);
    const { log, results } = await readLog(stack, image.detectionSid);
    const initial = initialOf(predictions);
    const verdict = checkHistory(log, peopleOf(taking), initial);
    const unlike = await findUnlike(taking, results);
    const wrong = describe(verdict, unlike);
    if (wrong !== "") tell(`history ${n} of seed ${seed}: ${wrong}`);
    figures.histories += 1;
    figures.steps += plan.groups.flat().length;
    figures.patches += log.length;
    figures.conflicts += taking.reduce((sum, { conflicts }) => sum + conflicts, 0);
    figures.lost += verdict.lost.length + verdict.unknown.length;
    figures.doubled += verdict.doubled.length;
    figures.overwritten += verdict.overwritten.length;
    figures.unlike += unlike.length;
  }
  return figures;
}

async function openClients(stack: Stack, browser: Browser): Promise<Client[]> {
  const code = await headlessCode();
  const people = await makePeople(stack, BROWSERS);
  const contexts: BrowserContext[] = [];
  for (const { client } of people) {
    const context = await contextOf(browser, stack.url, client, { bypassCSP: true });
    await context.addInitScript({ content: code });
    contexts.push(context);
  }
  return Array.from({ length: MAX_CLIENTS }, (_, n) => {
    const [context, person] = [contexts[n % BROWSERS], people[n % BROWSERS]];
    if (!context || !person) throw new Error("More clients than browsers.");
    return new Client(context, person.sid, SLUG);
  });
}

const peopleOf = (clients: readonly Client[]): ClientLog[] =>
  clients
    .slice(0, BROWSERS)
    .map((_, browser) =>
      mergeClientLogs(clients.filter((_, n) => n % BROWSERS === browser).map((client) => client.log())),
    );

async function play({ groups }: Plan, clients: readonly Client[], n: number): Promise<void> {
  for (const [at, group] of groups.entries()) {
    await Promise.all(
      // Six digits, unique within a history, valid as code and quantity.
      group.map(async ({ client, act }) =>
        clients[client]?.act(act, String(100_000 * (1 + (n % 8)) + at * 10 + client)),
      ),
    );
  }
}

async function settleAll(clients: readonly Client[], n: number): Promise<void> {
  let turn = n;
  const choose = (): "mine" | "theirs" => (turn++ % 2 === 0 ? "mine" : "theirs");
  for (const client of clients) await client.reconnect();
  const until = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    // Two tabs of one browser share their conflicts, so they resolve them one after the other.
    let isSettled = true;
    for (const client of clients) isSettled = (await client.decide(choose)) && isSettled;
    if (isSettled) return;
    if (performance.now() > until) throw new Error(`History ${n} did not finish in time.`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

async function readLog({ pool }: Stack, detectionSid: string): Promise<{ log: Logged[]; results: readonly unknown[] }> {
  const { rows } = await pool.query<{ key: string; patch: ImageDetection["patches"][number] }>(
    `select push_key as key, patch from detection_patches
     where detection_sid = $1 and removed_revision is null order by revision, position`,
    [detectionSid],
  );
  const { rows: found } = await pool.query<{ predictions: ImageDetection["predictions"] }>(
    "select predictions from image_detections where sid = $1",
    [detectionSid],
  );
  const log = rows.flatMap(({ key, patch }) => {
    const edit = parsePatch(patch);
    if (edit === null) return [];
    return [{ key, target: edit.field === "add" ? `add ${key}` : `${edit.index} ${edit.field}`, value: edit.value }];
  });
  const patches = rows.map(({ patch }) => patch);
  return { log, results: applyPatches(found[0]?.predictions ?? [], patches) };
}

const initialOf = (predictions: ImageDetection["predictions"]): Map<string, unknown> =>
  new Map(
    predictions.flatMap(({ code, quantity }, index) => [
      [`${index} code`, code.value] as const,
      [`${index} quantity`, quantity?.value ?? ""] as const,
    ]),
  );

async function findUnlike(clients: readonly Client[], results: readonly unknown[]): Promise<string[]> {
  const unlike: string[] = [];
  for (const [n, client] of clients.entries()) {
    const shown = await client.unlikeServer(results);
    unlike.push(...client.unlike.concat(shown ?? []).map((text) => `client ${n}: ${text}`));
  }
  return unlike;
}

function describe({ lost, doubled, unknown, overwritten }: Verdict, unlike: readonly string[]): string {
  const named = { lost, doubled, unknown, overwritten, unlike };
  const lines = Object.entries(named).flatMap(([name, all]) => (all.length > 0 ? [`${name} ${all.join(", ")}`] : []));
  return lines.join("; ");
}
