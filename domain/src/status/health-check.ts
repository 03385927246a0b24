import type { ServerStatus } from "./status.ts";

export type HealthWarning = {
  /** `error`: something does not work now; `warning`: it will soon fail, or fails unnoticed. */
  kind: "error" | "warning";
  message: string;
  action: string;
};

/** Null if the status has no such problem. */
export type HealthCheck = (status: ServerStatus) => HealthWarning | null;
