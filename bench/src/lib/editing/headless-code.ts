import { join } from "node:path";
import { build } from "vite";
import { ROOT } from "../server.ts";

/** Bundles headless-review.ts with the app's saving code into one script for pages of a browser. */
export async function headlessCode(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      write: false,
      target: "es2023",
      lib: {
        entry: join(ROOT, "bench/src/lib/editing/headless-review.ts"),
        formats: ["iife"],
        name: "headless",
      },
    },
  });
  const [bundle] = [built].flat();
  if (!bundle || !("output" in bundle)) throw new Error("Vite wrote no script.");
  return bundle.output[0].code;
}
