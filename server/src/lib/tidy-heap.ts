import v8 from "node:v8";
import vm from "node:vm";

/**
 * Gives back what loading a thousand modules left behind: 150 of 280 MB that no ordinary collection returns,
 * as little of it is enough to keep its pages (drizzle-orm's barrels alone leave 140). Takes some 100 ms, so
 * it belongs before the first request.
 */
export function tidyHeap(): void {
  v8.setFlagsFromString("--expose-gc");
  const collect: unknown = vm.runInNewContext("gc");
  v8.setFlagsFromString("--no-expose-gc");
  if (typeof collect === "function") collect({ type: "major", execution: "sync", flavor: "last-resort" });
}
