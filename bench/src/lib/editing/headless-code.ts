import { join } from "node:path";
import { build } from "vite";
import { ROOT } from "../server.ts";

/** The web's own saving code without a screen, as one script; what it offers is `Headless`. */
export async function headlessCode(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      write: false,
      target: "es2023",
      lib: {
        entry: join(ROOT, "web/src/features/event/review/saving/headless.ts"),
        formats: ["iife"],
        name: "headless",
      },
    },
  });
  const [bundle] = [built].flat();
  if (!bundle || !("output" in bundle)) throw new Error("Vite built nothing.");
  return bundle.output[0].code;
}
