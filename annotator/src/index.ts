export * from "./appearance.ts";
export * from "./crop.ts";
export { type Store, createStore } from "./store.ts";
export { TOOL_ACTION_IDS, type ToolActionId, ZOOM_STEP } from "./tools/actions.ts";
export type { Tool } from "./tools/state.ts";
export * from "./viewport.ts";
