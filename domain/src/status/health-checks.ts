import type { HealthCheck, HealthWarning } from "./health-check.ts";
import { failures, silent, versions, waiting, workers } from "./process-checks.ts";
import { backup, clock, connections, destinations, mail, migrations, storage } from "./resource-checks.ts";
import type { ServerStatus } from "./status.ts";

const HEALTH_CHECKS: readonly HealthCheck[] = [
  storage,
  workers,
  silent,
  waiting,
  failures,
  connections,
  migrations,
  versions,
  clock,
  mail,
  destinations,
  backup,
];

/** Runs all health checks and returns their warnings, errors first. */
export function runHealthChecks(status: ServerStatus): HealthWarning[] {
  const warnings = HEALTH_CHECKS.map((check) => check(status)).filter((warning) => warning !== null);
  return warnings.toSorted((a, b) => Number(a.kind === "warning") - Number(b.kind === "warning"));
}
