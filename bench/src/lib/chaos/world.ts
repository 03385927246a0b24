import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../free-port.ts";
import { seededRandom } from "../lists/random.ts";
import { ROOT } from "../server.ts";
import { countAll } from "./count.ts";
import { type Bucket, Installation } from "./installation.ts";
import { type Ledger, acknowledged, emptyLedger } from "./ledger.ts";
import { ChaosPerson } from "./person.ts";

/** A page with a table, made by LibreOffice. */
const DOCUMENT = "documents/fixtures/libreoffice/calc-borders.pdf";

/** What a run needs and tells. */
export interface Asked {
  people: number;
  seed: number;
  tell: (text: string) => void;
}

/** People at work, for whoever disturbs them. */
export interface World {
  installation: Installation;
  ledger: Ledger;
  random: () => number;
  tell: (text: string) => void;
  photo: Buffer;
  /** Says what a fault should not have done, in words. */
  wrong: (what: string) => void;
}

export interface Outcome<T> {
  figures: T;
  acknowledged: number;
  lost: string[];
  doubled: string[];
  /** What was promised of the time of the fault, and not kept. */
  wrong: string[];
  longestWaitMs: number;
}

/** Where an installation stands when it is not a fresh folder with a store of its own. */
export interface Place {
  dataDir?: string;
  environment?: Readonly<Record<string, string>>;
  bucket?: Bucket;
}

/** People work while `disturb` does what it does; then the server is started once more, and what was acknowledged is looked for. */
export async function whilePeopleWork<T>(
  { people, seed, tell }: Asked,
  place: Place,
  disturb: (world: World) => Promise<T>,
): Promise<Outcome<T>> {
  const random = seededRandom(seed);
  const folder = place.dataDir ?? (await mkdtemp(join(tmpdir(), "precount-chaos-")));
  // The database runs as somebody else when this is root.
  await chmod(folder, 0o755);
  const installation = new Installation(folder, await freePort(), place.environment, place.bucket);
  const ledger = emptyLedger();
  const wrong: string[] = [];
  const over = new AbortController();
  const givenUp = new AbortController();
  try {
    await installation.start();
    const photo = await readFile(join(ROOT, "photos/test-data/orientation/Portrait_1.jpg"));
    const document = await readFile(join(ROOT, DOCUMENT));
    const given = { url: installation.url, photo, document, ledger, random };
    const working = Array.from({ length: people }, (_, n) =>
      new ChaosPerson({ ...given, slug: `chaos-${n}` }).work(over.signal, givenUp.signal),
    );
    // Awaited below; when the disturbing itself fails, that is the error to be told.
    Promise.all(working).catch(() => undefined);
    const world = { installation, ledger, random, tell, photo, wrong: (what: string) => void wrong.push(what) };
    const figures = await disturb(world);
    over.abort();
    await Promise.all(working);
    tell(`${acknowledged(ledger)} acknowledged; the longest wait was ${Math.round(ledger.longestWaitMs)} ms`);
    for (const [words, times] of ledger.refusals) tell(`  ${times} × ${words}`);
    // What was kept for a row that never came goes with the next start.
    await installation.stop();
    await installation.start();
    const counted = await countAll(installation, ledger);
    const longestWaitMs = Math.round(ledger.longestWaitMs);
    return { figures, acknowledged: acknowledged(ledger), ...counted, wrong, longestWaitMs };
  } finally {
    over.abort();
    givenUp.abort();
    await installation.stop();
    if (place.dataDir === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
