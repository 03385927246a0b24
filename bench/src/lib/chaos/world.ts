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

/** A PDF page with a table, made by LibreOffice. */
const DOCUMENT = "documents/fixtures/libreoffice/calc-borders.pdf";

/** Input and output of a run. */
export interface Asked {
  people: number;
  seed: number;
  tell: (text: string) => void;
}

/** The running simulation, for the fault that disturbs it. */
export interface World {
  installation: Installation;
  ledger: Ledger;
  random: () => number;
  tell: (text: string) => void;
  photo: Buffer;
  /** Records a violation with a message. */
  wrong: (what: string) => void;
}

export interface Outcome<T> {
  figures: T;
  acknowledged: number;
  lost: string[];
  doubled: string[];
  /** Work that still waits because the queue made no more progress. */
  unfinished: string[];
  /** Violated promises about the time of the fault. */
  wrong: string[];
  longestWaitMs: number;
}

/** Location of the installation if it is not a temporary folder with a file store. */
export interface Place {
  dataDir?: string;
  environment?: Readonly<Record<string, string>>;
  bucket?: Bucket;
}

/** Runs the people while `disturb` causes the fault, restarts the server and checks every acknowledged change. */
export async function whilePeopleWork<T>(
  { people, seed, tell }: Asked,
  place: Place,
  disturb: (world: World) => Promise<T>,
): Promise<Outcome<T>> {
  const random = seededRandom(seed);
  const folder = place.dataDir ?? (await mkdtemp(join(tmpdir(), "precount-chaos-")));
  // If this process is root, the database runs as another user.
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
    // Awaited below; if the fault itself throws, that error must be reported.
    Promise.all(working).catch(() => undefined);
    const world = { installation, ledger, random, tell, photo, wrong: (what: string) => void wrong.push(what) };
    const figures = await disturb(world);
    over.abort();
    await Promise.all(working);
    tell(`${acknowledged(ledger)} acknowledged; the longest wait was ${Math.round(ledger.longestWaitMs)} ms`);
    for (const [words, times] of ledger.refusals) tell(`  ${times} × ${words}`);
    // The next start removes files whose rows were never written.
    await installation.stop();
    await installation.start();
    const counted = await countAll(installation, ledger);
    for (const text of installation.crashes) wrong.push(`an uncaught exception ended a process: ${text}`);
    const longestWaitMs = Math.round(ledger.longestWaitMs);
    return { figures, acknowledged: acknowledged(ledger), ...counted, wrong, longestWaitMs };
  } finally {
    over.abort();
    givenUp.abort();
    await installation.stop();
    if (place.dataDir === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
