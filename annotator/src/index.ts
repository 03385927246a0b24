export * from "./appearance.ts";
export * from "./crop.ts";
export { ZOOM_STEP } from "./tools/keys.ts";
export type { Tool } from "./tools/state.ts";
export * from "./viewport.ts";
