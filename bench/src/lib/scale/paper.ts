import { z } from "zod";

const cost = z.object({ work: z.number(), worker: z.number(), api: z.number(), database: z.number() });

/** Results of `bench -- scale costs` and `bench -- scale queue`; milliseconds of one core, and bytes. */
export const costsSchema = z.object({
  cpuMsPerPhoto: z.object({ upload: cost, processing: cost }),
  cpuMsPerCall: z.object({ api: z.number(), database: z.number() }),
  bytesPerPhoto: z.object({ store: z.number(), previews: z.number(), database: z.number(), wal: z.number() }),
  /** Jobs per second that PostgreSQL starts and completes with 100,000 waiting. */
  jobsPerSecond: z.number(),
  /** Transactions per second that send a NOTIFY: PostgreSQL commits those one after the other. */
  notifiesPerSecond: z.number(),
});
export type Costs = z.infer<typeof costsSchema>;

/** A night of counting. */
export type Night = {
  stores: number;
  photosPerStore: number;
  hours: number;
  /** Peak hour load divided by the average. */
  peak: number;
  /** API calls for each reviewed photo: lists, the image, its previews, edits, validate, live updates. */
  callsPerPhoto: number;
  /** Target CPU utilization: above it, response times suffer when something fails. */
  load: number;
};

/** Assumed prices in US dollars, not quotes. */
export type Prices = { coreHour: number; storeGbMonth: number; databaseGbMonth: number };

export type Line = { what: string; amount: number; unit: string };

/** Jobs per photo: its detection, and the comparison of its stickers. */
const JOBS_PER_PHOTO = 2;
/** Notifying transactions per photo: upload, start and end of the detection, and two of the reviewer. */
const NOTIFIES_PER_PHOTO = 5;
const HOUR_S = 3600;

/** Derives machines and money from costs and a night; each line can be recalculated from the lines before it. */
export function onPaper(costs: Costs, night: Night, prices: Prices): Line[] {
  const { cpuMsPerPhoto: photo, cpuMsPerCall: call, bytesPerPhoto: bytes } = costs;
  const photos = night.stores * night.photosPerStore;
  const perSecond = photos / (night.hours * HOUR_S);
  const peakPerSecond = perSecond * night.peak;
  const cores = (msPerPhoto: number): number => (peakPerSecond * msPerPhoto) / 1000 / night.load;
  const workers = cores(photo.processing.work + photo.processing.worker);
  const api = cores(photo.upload.api + photo.upload.work + night.callsPerPhoto * call.api);
  const database = cores(photo.upload.database + photo.processing.database + night.callsPerPhoto * call.database);
  const all = workers + api + database;
  const storeGb = (photos * (bytes.store + bytes.previews)) / 1e9;
  const databaseGb = (photos * bytes.database) / 1e9;
  const jobs = (peakPerSecond * JOBS_PER_PHOTO) / costs.jobsPerSecond;
  const notifies = (peakPerSecond * NOTIFIES_PER_PHOTO) / costs.notifiesPerSecond;
  return [
    line("photos a night", photos, ""),
    line("photos a second, on average", perSecond, "/s"),
    line("photos a second, at the peak", peakPerSecond, "/s"),
    line("network in, at the peak", (peakPerSecond * bytes.store * 8) / 1e6, "Mbit/s"),
    line("cores for workers", workers, "cores"),
    line("cores for API processes", api, "cores"),
    line("cores for the database", database, "cores"),
    line("queue jobs, at the peak", peakPerSecond * JOBS_PER_PHOTO, "/s"),
    line("  share of the queue's capacity", jobs, ""),
    line("notifications, at the peak", peakPerSecond * NOTIFIES_PER_PHOTO, "/s"),
    line("  share of the notification capacity", notifies, ""),
    line("stores per night, limit of one database", (night.stores * night.load) / Math.max(jobs, notifies), ""),
    line("photos and previews a night", storeGb, "GB"),
    line("database a night", databaseGb, "GB"),
    line("database log (WAL) a night", (photos * bytes.wal) / 1e9, "GB"),
    line("cores all night", all * night.hours * prices.coreHour, "USD a night"),
    line("keeping a night's photos", storeGb * prices.storeGbMonth, "USD a month"),
    line("keeping a night's rows", databaseGb * prices.databaseGbMonth, "USD a month"),
    line("for each store", (all * night.hours * prices.coreHour) / night.stores, "USD a night"),
  ];
}

const line = (what: string, amount: number, unit: string): Line => ({
  what,
  amount: Number(amount.toPrecision(3)),
  unit,
});

/** Formats the estimate for people. */
export const toText = (lines: readonly Line[]): string =>
  lines
    .map(({ what, amount, unit }) => `${what.padEnd(40)} ${amount.toLocaleString("en").padStart(12)} ${unit}`)
    .join("\n");
