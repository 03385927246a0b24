import type { Costs } from "./paper.ts";

/** As docs/scale.md has them: `npm run bench -- scale costs queue` on two cores of an AMD EPYC. */
export const MEASURED: Costs = {
  cpuMsPerPhoto: {
    upload: { work: 3, worker: 0, api: 26, database: 8 },
    "detect-photo": { work: 327, worker: 26, api: 0, database: 11 },
    "make-previews": { work: 360, worker: 12, api: 0, database: 1 },
    "read-codes": { work: 255, worker: 6, api: 0, database: 1 },
  },
  cpuMsPerCall: { api: 5.3, database: 2.8 },
  bytesPerPhoto: { store: 2_785_000, previews: 498_000, database: 14_800, wal: 22_900 },
  jobsPerSecond: 211,
  notifiesPerSecond: 947,
};
