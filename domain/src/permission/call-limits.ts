/** Kinds of expensive calls that are limited for each person (PD-118), and the limits: so many in so many seconds. */
export const CALL_LIMITS = {
  export: { max: 300, windowS: 600, what: "downloads" },
  archive: { max: 60, windowS: 600, what: "downloads of all photos" },
  experiment: { max: 300, windowS: 600, what: "experiments" },
  task: { max: 120, windowS: 600, what: "document tasks" },
  import: { max: 120, windowS: 600, what: "imports" },
} as const satisfies Record<string, { max: number; windowS: number; what: string }>;
export type LimitedCall = keyof typeof CALL_LIMITS;
