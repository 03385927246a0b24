/** What the server has acknowledged: from then on it must be there, once. */
export interface Ledger {
  photos: { project: string; sid: string; sha256: string }[];
  edits: { detectionSid: string; key: string }[];
  reports: { project: string; sid: string }[];
  tasks: { taskId: number }[];
}

export const emptyLedger = (): Ledger => ({ photos: [], edits: [], reports: [], tasks: [] });

export const acknowledged = ({ photos, edits, reports, tasks }: Ledger): number =>
  photos.length + edits.length + reports.length + tasks.length;
