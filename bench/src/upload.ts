import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { apiMetric } from "./lib/metrics.ts";
import { percentile } from "./lib/percentile.ts";
import { usageOf } from "./lib/processes.ts";
import { type BenchServer, type Client, peakMb, signIn, startServer } from "./lib/server.ts";
import { type FreshPhoto, freshPhotos, readSamples, sizeOf } from "./lib/upload/photos.ts";
import { type Raw, openDisk, openLoopback, openReceiver } from "./lib/upload/raw.ts";
import { Sender, UPLOAD_KINDS } from "./lib/upload/send.ts";

const tell = (text: string): void => void process.stdout.write(`${text}\n`);
const countSchema = z.coerce.number().int().min(1).max(1000);
const answerSchema = z.object({ images: z.array(z.object({ sha256: z.string() })) });

type Round = Record<"diskMbs" | "loopbackMbs" | "receiverMbs" | "mbs" | "share" | "shareOfReceiver", number>;

/**
 * Uploads photos of 12 megapixels from 16 clients at once. `share` is the speed divided by this machine's raw speed
 * in the same run, as the median of the rounds. The raw speed is the lower of two: a disk that gets the same bytes
 * (written and synced, with the same concurrency) and a server that discards them. `shareOfReceiver` compares with a
 * server that only writes and syncs its input: on few cores the clients, the network and the disk share the CPU that
 * each raw measurement has for itself. The raw speeds are measured before and after each round. `--photos N` (per
 * round), `--rounds N`, `--clients N`, `--as form` for multipart forms.
 */
export async function upload(argv: readonly string[]): Promise<Record<string, unknown>> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      photos: { type: "string", default: "200" },
      rounds: { type: "string", default: "5" },
      clients: { type: "string", default: "16" },
      as: { type: "string", default: "raw" },
    },
  });
  const [photos, count, clients] = [values.photos, values.rounds, values.clients].map((value) =>
    countSchema.parse(value),
  ) as [number, number, number]; // one response per photo
  const as = z.enum(UPLOAD_KINDS).parse(values.as);
  const folder = await mkdtemp(join(tmpdir(), "precount-bench-"));
  const ending: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
  const close = <T extends { close(): void }>(opened: T): T => {
    ending.push(() => opened.close());
    return opened;
  };
  try {
    const rawFolder = join(folder, "raw");
    await mkdir(rawFolder);
    const disk = close(await openDisk(rawFolder, clients));
    const loopback = close(await openLoopback(clients));
    const receiver = close(await openReceiver(rawFolder, clients));
    const server = await startServer(join(folder, "data"), ["--no-worker"], { LOG_LEVEL: "warn" });
    ending.push(() => server.stop());
    const ours = new Ours(server, await signIn(server.url), new Sender(clients, as));
    await ours.start();
    const before = await usageOf([server.pid], "cpu");
    const rounds = await measure({ disk, loopback, receiver, ours }, { photos, rounds: count });
    const after = await usageOf([server.pid], "cpu");
    const cpu = (role: "api" | "photos" | "database"): number =>
      Number(((after[role].cpuMs - before[role].cpuMs) / ours.sent).toFixed(1));
    const middle = (of: keyof Round): number =>
      percentile(
        rounds.map((round) => round[of]),
        0.5,
      );
    const figures = {
      share: middle("share"),
      shareOfReceiver: middle("shareOfReceiver"),
      apiPeakMb: Math.round(await peakMb(server.pid)),
      loopDelayMaxMs: Math.round(await loopDelayMaxMs(server.url)),
      wrong: ours.wrong,
      clients,
      as,
      photos,
      cpuMsPerPhoto: { api: cpu("api"), photos: cpu("photos"), database: cpu("database") },
      mbPerSecond: middle("mbs"),
      rounds,
      load: loadavg().map((load) => load.toFixed(1)),
    };
    tell(
      `share ${figures.share}, API peak ${figures.apiPeakMb} MB, loop blocked at most ${figures.loopDelayMaxMs} ms, ${ours.wrong} wrong, CPU ms a photo ${JSON.stringify(figures.cpuMsPerPhoto)}`,
    );
    return figures;
  } finally {
    for (const end of ending.toReversed()) await end();
  }
}

async function measure(
  { disk, loopback, receiver, ours }: Record<"disk" | "loopback" | "receiver", Raw> & { ours: Ours },
  asked: { photos: number; rounds: number },
): Promise<Round[]> {
  const samples = await readSamples();
  const fresh = (): FreshPhoto[] => freshPhotos(samples, asked.photos);
  const raw = async () => ({
    diskMs: await disk.ms(fresh()),
    loopbackMs: await loopback.ms(fresh()),
    receiverMs: await receiver.ms(fresh()),
  });
  // A warm-up round, because the first photos compile code, start processes and open files.
  for (const target of [disk, loopback, receiver, ours]) await target.ms(freshPhotos(samples, 32));
  const rounds: Round[] = [];
  let before = await raw();
  for (let round = 0; round < asked.rounds; round++) {
    const photos = fresh();
    const ms = await ours.ms(photos);
    const after = await raw();
    const mb = photos.reduce((sum, photo) => sum + sizeOf(photo), 0) / 1e6;
    const mbs = (spentMs: number): number => Number(((mb / spentMs) * 1000).toFixed(1));
    const around = (of: keyof typeof before): number => (before[of] + after[of]) / 2;
    const share = (rawMs: number): number => Number((rawMs / ms).toFixed(3));
    const figures = {
      diskMbs: mbs(around("diskMs")),
      loopbackMbs: mbs(around("loopbackMs")),
      receiverMbs: mbs(around("receiverMs")),
      mbs: mbs(ms),
      share: share(Math.max(around("diskMs"), around("loopbackMs"))),
      shareOfReceiver: share(around("receiverMs")),
    };
    tell(`${mb.toFixed(0)} MB: ${JSON.stringify(figures)}, load ${loadavg()[0]?.toFixed(1)}`);
    rounds.push(figures);
    before = after;
  }
  return rounds;
}

/** The real server. */
class Ours {
  /** Number of photos whose stored sha256 does not match their bytes. */
  wrong = 0;
  sent = 0;
  readonly #server: BenchServer;
  readonly #client: Client;
  readonly #sender: Sender;

  constructor(server: BenchServer, client: Client, sender: Sender) {
    this.#server = server;
    this.#client = client;
    this.#sender = sender;
  }

  async start(): Promise<void> {
    await this.#client.call("project.createProject", { name: "Bench", slug: "bench" });
    await loopDelayMaxMs(this.#server.url);
  }

  async ms(photos: readonly FreshPhoto[]): Promise<number> {
    const url = `${this.#server.url}/api/projects/bench/images/upload`;
    const startedAt = performance.now();
    const answers = await this.#sender.sendAll(url, this.#client.headers, photos);
    const ms = performance.now() - startedAt;
    this.sent += photos.length;
    for (const [place, answer] of answers.entries()) {
      const { images } = answerSchema.parse(JSON.parse(answer));
      if (images[0]?.sha256 !== photos[place]?.sha256) this.wrong += 1;
    }
    return ms;
  }
}

/** Longest event-loop delay of the API since the last call, milliseconds. */
const loopDelayMaxMs = async (url: string): Promise<number> =>
  1000 * (await apiMetric(url, "nodejs_eventloop_lag_max_seconds"));
