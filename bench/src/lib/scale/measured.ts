import type { Costs } from "./paper.ts";

/** The figures in docs/scale.md: `npm run bench -- scale costs queue` on two cores of an AMD EPYC. */
export const MEASURED: Costs = {
  cpuMsPerPhoto: {
    upload: { work: 3, worker: 0, api: 29, database: 6 },
    // Measured when detection, previews and codes were three jobs (before ADR-052): an upper bound.
    processing: { work: 936, worker: 35, api: 0, database: 15 },
  },
  cpuMsPerCall: { api: 5.4, database: 3.3 },
  bytesPerPhoto: { store: 2_785_000, previews: 498_000, database: 17_600, wal: 24_800 },
  jobsPerSecond: 1131,
  notifiesPerSecond: 2052,
};
