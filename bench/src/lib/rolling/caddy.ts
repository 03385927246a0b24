import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ROOT } from "../server.ts";
import type { Proxy } from "./proxy.ts";

/** The proxy of the compose file with its configuration, if Caddy is installed. */
export async function startCaddy(ports: readonly number[], port: number): Promise<Proxy> {
  const child = spawn("caddy", ["run", "--adapter", "caddyfile", "--config", join(ROOT, "deploy/compose/Caddyfile")], {
    env: {
      ...process.env,
      SITE_ADDRESS: `http://127.0.0.1:${port}`,
      UPSTREAMS: ports.map((port) => `127.0.0.1:${port}`).join(" "),
    },
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  const isThere = (): Promise<boolean> =>
    fetch(`${url}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(await isThere())) {
    if (child.exitCode !== null) throw new Error(`Caddy ended with ${child.exitCode}.`);
    await delay(100);
  }
  return {
    url,
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
