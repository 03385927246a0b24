import type { Costs } from "./paper.ts";

/** As docs/scale.md has them: `npm run bench -- scale costs queue` on two cores of an AMD EPYC. */
export const MEASURED: Costs = {
  cpuMsPerPhoto: {
    upload: { work: 5, worker: 0, api: 27, database: 6 },
    "detect-photo": { work: 400, worker: 10, api: 0, database: 10 },
    "make-previews": { work: 300, worker: 5, api: 0, database: 5 },
    "read-codes": { work: 300, worker: 5, api: 0, database: 5 },
  },
  cpuMsPerCall: { api: 5, database: 2 },
  bytesPerPhoto: { store: 2_780_000, previews: 300_000, database: 10_000, wal: 30_000 },
  jobsPerSecond: 500,
};
