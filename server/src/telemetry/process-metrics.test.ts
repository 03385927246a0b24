import { Counter, Registry } from "prom-client";
import { expect, it } from "vitest";
import { createRegistry, formatMetrics } from "./process-metrics.ts";

const pool = { totalCount: 4, idleCount: 3, waitingCount: 0 };

it("merges the metrics of two processes by name, separated by the process label", async () => {
  const [api, worker] = [createRegistry("api", pool), createRegistry("worker", pool)];
  new Counter({ name: "only_here_total", help: "Exists in one process only", registers: [worker] }).inc();
  const text = await formatMetrics([await api.getMetricsAsJSON(), [], await worker.getMetricsAsJSON()]);
  const heads = text.split("\n").filter((line) => line.startsWith("# TYPE "));
  expect(new Set(heads).size).toBe(heads.length);
  // Prometheus requires that all lines of a metric are adjacent.
  const names = [...text.matchAll(/^(\w+?)(?:_bucket|_sum|_count)?[{ ]/gm)].map(([, name]) => name);
  const starts = names.filter((name, at) => name !== names[at - 1]);
  expect(new Set(starts).size).toBe(starts.length);
  expect(text).toContain("only_here_total 1");
  for (const role of ["api", "worker"]) {
    expect(text).toContain(`db_pool_connections{process="${role}",state="busy"} 1`);
    expect(text).toMatch(new RegExp(`^nodejs_eventloop_lag_p99_seconds\\{process="${role}"\\} `, "m"));
  }
  expect((await formatMetrics([await new Registry().getMetricsAsJSON()])).trim()).toBe("");
});
