import { Counter, type Registry } from "prom-client";
import { countStorageErrors } from "./blob-store.ts";
import { STORAGE_ERROR_KINDS } from "../errors/storage-error.ts";

/** Adds the number of storage errors of this process, by kind. */
export function addStorageMetrics(registry: Registry, process: string): void {
  registry.registerMetric(
    new Counter({
      name: "storage_errors_total",
      help: "Errors of the disk or bucket: full, unavailable (not writable), away (no answer)",
      labelNames: ["process", "kind"],
      registers: [],
      collect() {
        this.reset();
        for (const kind of STORAGE_ERROR_KINDS) this.inc({ process, kind }, countStorageErrors(kind));
      },
    }),
  );
}
