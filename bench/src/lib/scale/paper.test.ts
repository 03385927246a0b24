import { expect, test } from "vitest";
import { type Costs, type Line, onPaper } from "./paper.ts";

const costs: Costs = {
  cpuMsPerPhoto: {
    upload: { work: 10, worker: 0, api: 20, database: 10 },
    processing: { work: 990, worker: 10, api: 0, database: 10 },
  },
  cpuMsPerCall: { api: 5, database: 2 },
  bytesPerPhoto: { store: 2e6, previews: 5e5, database: 1e4, wal: 3e4 },
  jobsPerSecond: 600,
  notifiesPerSecond: 400,
};
const night = { stores: 360, photosPerStore: 100, hours: 1, peak: 2, callsPerPhoto: 10, load: 0.5 };
const prices = { coreHour: 0.05, storeGbMonth: 0.02, databaseGbMonth: 0.1 };
const amount = (lines: readonly Line[], what: string): number | undefined =>
  lines.find((line) => line.what.trim() === what)?.amount;

test("the estimate of a night equals a hand-computed case", () => {
  const lines = onPaper(costs, night, prices);
  // 36,000 photos in an hour: ten per second, twenty at the peak, with cores at half load.
  expect(amount(lines, "photos a second, at the peak")).toBe(20);
  expect(amount(lines, "network in, at the peak")).toBe(320);
  expect(amount(lines, "cores for workers")).toBe(40);
  expect(amount(lines, "cores for API processes")).toBe(3.2);
  expect(amount(lines, "cores for the database")).toBe(1.6);
  expect(amount(lines, "queue jobs, at the peak")).toBe(40);
  expect(amount(lines, "share of the queue's capacity")).toBe(0.0667);
  expect(amount(lines, "notifications, at the peak")).toBe(100);
  expect(amount(lines, "share of the notification capacity")).toBe(0.25);
  // A quarter of the load for 360 stores; half of it for twice as many.
  expect(amount(lines, "stores per night, limit of one database")).toBe(720);
  expect(amount(lines, "photos and previews a night")).toBe(90);
  expect(amount(lines, "cores all night")).toBe(2.24);
});
