/** The model's detector as the build puts it there (label-finder.ts beside vite.config.ts). */
declare module "virtual:label-finder" {
  import type { DetectorSettings } from "@precount/domain";

  export const weightsUrl: string;
  export const settings: DetectorSettings;
}
