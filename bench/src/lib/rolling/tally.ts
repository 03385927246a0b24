/** Outcomes by kind of request. */
export interface Tally {
  /** Requests sent. */
  requests: number;
  /** Requests without the expected response. */
  failed: number;
  /** Actions that succeeded after a retry that the person did not notice. */
  recoveredByRetry: number;
  /** Messages of actions that failed visibly. */
  seen: string[];
  /** Live streams that ended and reconnected. */
  reopened: number;
  slowestMs: number;
}

export const emptyTally = (): Tally => ({
  requests: 0,
  failed: 0,
  recoveredByRetry: 0,
  seen: [],
  reopened: 0,
  slowestMs: 0,
});
