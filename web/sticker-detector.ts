import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** Imported by features/event/capture/photo-check/find-stickers.ts; src/sticker-detector.d.ts declares its type. */
const MODULE = "virtual:sticker-detector";
const MODEL = fileURLToPath(new URL("../vision/models/precount/", import.meta.url));

/** Provides the model's detector to browsers: the URL of its weights, and the settings of the manifest. */
export function stickerDetectorPlugin(): Plugin {
  return {
    name: "precount:sticker-detector",
    resolveId: (id) => (id === MODULE ? MODULE : undefined),
    load: (id) => {
      if (id !== MODULE) return undefined;
      const { detect }: { detect: unknown } = JSON.parse(readFileSync(`${MODEL}manifest.json`, "utf8"));
      const weights = JSON.stringify(`${MODEL}detector.onnx?url`);
      return `export { default as weightsUrl } from ${weights};\nexport const settings = ${JSON.stringify(detect)};\n`;
    },
  };
}
