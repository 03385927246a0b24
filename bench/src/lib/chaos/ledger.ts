/** What the server has acknowledged: from then on it must be there, once. */
export interface Ledger {
  photos: { project: string; sid: string; sha256: string }[];
  edits: { detectionSid: string; key: string }[];
  reports: { project: string; sid: string }[];
  tasks: { taskId: number }[];
  /** How things stand, by what they are: `image SID`, `area SLUG NUMBER`, `event SLUG`. Each is one person's to change. */
  states: Map<string, string>;
  /** How often the server said 5xx, by status and words. Nothing of that is an acknowledgement. */
  refusals: Map<string, number>;
  /** The longest that anybody waited for any answer, a refusal or a broken connection. Milliseconds. */
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
