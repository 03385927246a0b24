export * from "./appearance.ts";
export * from "./crop.ts";
export { type Store, createStore } from "./store.ts";
export { TOOL_ACT_IDS, type ToolActId, ZOOM_STEP } from "./tools/acts.ts";
export type { Tool } from "./tools/state.ts";
export * from "./viewport.ts";
