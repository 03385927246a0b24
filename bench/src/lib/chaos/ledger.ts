/** Changes that the server has acknowledged: each must exist exactly once from then on. */
export interface Ledger {
  photos: { project: string; sid: string; sha256: string }[];
  edits: { detectionSid: string; key: string }[];
  reports: { project: string; sid: string }[];
  tasks: { taskId: number }[];
  /**
   * Last acknowledged states by key: `image SID`, `area SLUG NUMBER`, `event SLUG`. Only one person changes each of
   * them.
   */
  states: Map<string, string>;
  /** Number of 5xx responses by status and message. They are not acknowledgements. */
  refusals: Map<string, number>;
  /** Longest wait for any response, refusal or broken connection, milliseconds. */
  longestWaitMs: number;
}

export const emptyLedger = (): Ledger => ({
  photos: [],
  edits: [],
  reports: [],
  tasks: [],
  states: new Map(),
  refusals: new Map(),
  longestWaitMs: 0,
});

export const acknowledged = ({ photos, edits, reports, tasks, states }: Ledger): number =>
  photos.length + edits.length + reports.length + tasks.length + states.size;
