/** The forked child of PhotoProcess. The server decodes uploaded photos only here. */
import sharp from "sharp";
import { type CropOptions, cutCrops } from "./crops.ts";
import { type ExampleCropOptions, cutExamples } from "./example-crops.ts";
import { searchPhoto } from "./search-pixels.ts";
import { probePhoto } from "./photo.ts";
import type { OrientationOverride } from "@precount/domain";
import { serveCalls } from "@precount/forked-process";
import { type RenderOptions, renderPhoto } from "./render.ts";

// One thread per photo: with two photos at a time, more threads only wait for each other.
sharp.concurrency(1);
sharp.cache(false);

serveCalls({
  probe: ({ path }: { path: string }) => probePhoto(path),
  render: ({ path, options }: { path: string; options: RenderOptions }) => renderPhoto(path, options),
  cutCrops: ({ path, options }: { path: string; options: CropOptions }) => cutCrops(path, options),
  cutExamples: ({ path, options }: { path: string; options: ExampleCropOptions }) => cutExamples(path, options),
  searchPhoto: ({ path, rotation }: { path: string; rotation: OrientationOverride }) => searchPhoto(path, rotation),
});
