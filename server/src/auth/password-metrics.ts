import { Counter, type Registry } from "prom-client";
import { countDerivations } from "./password.ts";

/** Adds the number of password hashes that this process has computed. */
export function addPasswordMetrics(registry: Registry): void {
  registry.registerMetric(
    new Counter({
      name: "password_derivations_total",
      help: "Password hashes computed; each takes tens of milliseconds of one core",
      registers: [],
      collect() {
        this.reset();
        this.inc(countDerivations());
      },
    }),
  );
}
