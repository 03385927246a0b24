/**
 * The health check of a container. It exits with 0 if the process in the container answers. A worker listens on METRICS_PORT, every other
 * process on PORT.
 */
import { request } from "node:http";
import { request as requestTls } from "node:https";
import process from "node:process";

const { METRICS_PORT, PORT, TLS_CERT_FILE } = process.env;
const address = METRICS_PORT ? `:${METRICS_PORT}/healthz` : `:${PORT || 3000}/api/health`;
process.exitCode = 1;
const answered = (response: { statusCode?: number; resume(): unknown }): void => {
  response.resume();
  process.exitCode = response.statusCode === 200 ? 0 : 1;
};
const probe = TLS_CERT_FILE
  ? // The certificate is for the public name, which this address is not.
    requestTls(`https://127.0.0.1${address}`, { rejectUnauthorized: false, timeout: 2500 }, answered)
  : request(`http://127.0.0.1${address}`, { timeout: 2500 }, answered);
probe
  .on("timeout", () => probe.destroy())
  .on("error", () => undefined)
  .end();
