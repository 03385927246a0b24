import { Counter, Registry } from "prom-client";
import { expect, it } from "vitest";
import { countStorageErrors } from "../storage/blob-store.ts";
import { createRegistry, formatMetrics } from "./process-metrics.ts";

const pool = { totalCount: 4, idleCount: 3, waitingCount: 0 };

it("figures of two processes stand together by their names, told apart by their process", async () => {
  const [api, worker] = [createRegistry("api", pool), createRegistry("worker", pool)];
  new Counter({ name: "only_here_total", help: "Of one alone", registers: [worker] }).inc();
  const text = await formatMetrics([await api.getMetricsAsJSON(), [], await worker.getMetricsAsJSON()]);
  const heads = text.split("\n").filter((line) => line.startsWith("# TYPE "));
  expect(new Set(heads).size).toBe(heads.length);
  // A name's lines follow each other, as Prometheus wants it.
  const names = [...text.matchAll(/^(\w+?)(?:_bucket|_sum|_count)?[{ ]/gm)].map(([, name]) => name);
  const starts = names.filter((name, at) => name !== names[at - 1]);
  expect(new Set(starts).size).toBe(starts.length);
  expect(text).toContain("only_here_total 1");
  for (const role of ["api", "worker"]) {
    expect(text).toContain(`db_pool_connections{process="${role}",state="busy"} 1`);
    expect(text).toMatch(new RegExp(`^nodejs_eventloop_lag_p99_seconds\\{process="${role}"\\} `, "m"));
    expect(text).toContain(`storage_errors_total{process="${role}",kind="full"} ${countStorageErrors("full")}`);
  }
  expect((await formatMetrics([await new Registry().getMetricsAsJSON()])).trim()).toBe("");
});
