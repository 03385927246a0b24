/** The forked child of PhotoProcess: here, and only here, strangers' pixels are decoded for the server. */
import sharp from "sharp";
import { readCodes } from "./codes.ts";
import { probePhoto } from "./photo.ts";
import { serveCalls } from "@precount/forked-process";
import { type RenderOptions, renderPhoto } from "./render.ts";

// Two photos at a time, one thread each: more threads a photo only wait for each other.
sharp.concurrency(1);
sharp.cache(false);

serveCalls({
  probe: ({ path }: { path: string }) => probePhoto(path),
  render: ({ path, options }: { path: string; options: RenderOptions }) => renderPhoto(path, options),
  readCodes: ({ path }: { path: string }) => readCodes(path),
});
