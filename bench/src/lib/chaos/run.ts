import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { seededRandom } from "../lists/random.ts";
import { percentile } from "../percentile.ts";
import { ROOT } from "../server.ts";
import { countAll } from "./count.ts";
import { Installation, VICTIMS } from "./installation.ts";
import { acknowledged, emptyLedger } from "./ledger.ts";
import { ChaosPerson } from "./person.ts";

/** A page with a table, made by LibreOffice. */
const DOCUMENT = "documents/fixtures/libreoffice/calc-borders.pdf";

/** Between two kills: at times it has just begun to work again, at times it works at full speed. Milliseconds. */
const CALM_MS = { least: 50, most: 1500 };

export interface ChaosFigures {
  kills: number;
  acknowledged: number;
  /** From the kill until everything serves again. Milliseconds. */
  restartMs: number;
  restartP95Ms: number;
  lost: string[];
  doubled: string[];
}

export async function runChaos(
  asked: { kills: number; people: number; seed: number },
  tell: (text: string) => void,
): Promise<ChaosFigures> {
  const random = seededRandom(asked.seed);
  const folder = await mkdtemp(join(tmpdir(), "precount-chaos-"));
  const installation = new Installation(folder, await freePort());
  const ledger = emptyLedger();
  const over = new AbortController();
  const givenUp = new AbortController();
  try {
    await installation.start();
    const photo = await readFile(join(ROOT, "photos/test-data/orientation/Portrait_1.jpg"));
    const document = await readFile(join(ROOT, DOCUMENT));
    const working = Array.from({ length: asked.people }, (_, n) =>
      new ChaosPerson({ url: installation.url, slug: `chaos-${n}`, photo, document, ledger, random }).work(
        over.signal,
        givenUp.signal,
      ),
    );
    // Awaited below; when the killing itself fails, that is the error to be told.
    Promise.all(working).catch(() => undefined);
    const restarts = await killAll(installation, asked.kills, random, (kills) =>
      tell(`${kills} kills, ${acknowledged(ledger)} acknowledged`),
    );
    over.abort();
    await Promise.all(working);
    // What was kept for a row that never came goes with the next start.
    await installation.stop();
    await installation.start();
    const counted = await countAll(installation, ledger);
    return {
      kills: asked.kills,
      acknowledged: acknowledged(ledger),
      restartMs: Math.round(Math.max(...restarts)),
      restartP95Ms: Math.round(percentile(restarts, 0.95)),
      ...counted,
    };
  } finally {
    over.abort();
    givenUp.abort();
    await installation.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function killAll(
  installation: Installation,
  kills: number,
  random: () => number,
  tell: (kills: number) => void,
): Promise<number[]> {
  const restarts: number[] = [];
  for (let done = 0; done < kills;) {
    await delay(CALM_MS.least + random() * (CALM_MS.most - CALM_MS.least));
    const victim = VICTIMS[Math.floor(random() * VICTIMS.length)] ?? "api";
    const restartMs = await installation.kill(victim);
    if (restartMs === null) continue; // it was away already: its restart is under way
    if (victim !== "worker") restarts.push(restartMs);
    done += 1;
    if (done % 25 === 0) tell(done);
  }
  return restarts;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  server.close();
  await once(server, "close");
  return port;
}
