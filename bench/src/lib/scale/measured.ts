import type { Costs } from "./paper.ts";

/** The figures in docs/scale.md: `npm run bench -- scale costs queue` on two cores of an AMD EPYC. */
export const MEASURED: Costs = {
  cpuMsPerPhoto: {
    upload: { work: 3, worker: 0, api: 29, database: 6 },
    "detect-photo": { work: 297, worker: 17, api: 0, database: 7 },
    "make-previews": { work: 385, worker: 10, api: 0, database: 4 },
    "read-codes": { work: 254, worker: 8, api: 0, database: 4 },
  },
  cpuMsPerCall: { api: 5.4, database: 3.3 },
  bytesPerPhoto: { store: 2_785_000, previews: 498_000, database: 17_600, wal: 24_800 },
  jobsPerSecond: 1131,
  notifiesPerSecond: 2052,
};
