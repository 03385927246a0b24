/** For a container: ends with 0 when the process in it answers. A worker answers on METRICS_PORT, every other one on PORT. */
import process from "node:process";

const { METRICS_PORT, PORT } = process.env;
const address = METRICS_PORT ? `:${METRICS_PORT}/healthz` : `:${PORT || 3000}/api/health`;
const answer = await fetch(`http://127.0.0.1${address}`, { signal: AbortSignal.timeout(2500) }).catch(() => null);
process.exitCode = answer?.ok ? 0 : 1;
