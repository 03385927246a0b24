/** What people met, by kind of request. */
export interface Tally {
  /** That left a browser. */
  requests: number;
  /** Of them, without the answer they should have had. */
  failed: number;
  /** Things people did that had failed requests in them, and were done all the same without their noticing. */
  mended: number;
  /** Things people did that they were told could not be done, in words. */
  seen: string[];
  /** Live streams that ended, and were there again. */
  reopened: number;
  slowestMs: number;
}

export const emptyTally = (): Tally => ({ requests: 0, failed: 0, mended: 0, seen: [], reopened: 0, slowestMs: 0 });
