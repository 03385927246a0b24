/** Provided by the build (sticker-detector.ts beside vite.config.ts). */
declare module "virtual:sticker-detector" {
  import type { DetectorSettings } from "@precount/domain";

  export const weightsUrl: string;
  export const settings: DetectorSettings;
}
