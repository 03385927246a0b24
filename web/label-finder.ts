import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** What `features/event/capture/photo-check/find-stickers.ts` imports; `src/label-finder.d.ts` has its type. */
const NAME = "virtual:label-finder";
const MODEL = fileURLToPath(new URL("../vision/models/precount/", import.meta.url));

/** The model's detector, for phones: its weights as a file of the app's own, and how they are used. */
export function labelFinderPlugin(): Plugin {
  return {
    name: "precount:label-finder",
    resolveId: (id) => (id === NAME ? NAME : undefined),
    load: (id) => {
      if (id !== NAME) return undefined;
      const { detect }: { detect: unknown } = JSON.parse(readFileSync(`${MODEL}manifest.json`, "utf8"));
      const weights = JSON.stringify(`${MODEL}detector.onnx?url`);
      return `export { default as weightsUrl } from ${weights};\nexport const settings = ${JSON.stringify(detect)};\n`;
    },
  };
}
