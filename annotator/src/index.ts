export * from "./appearance.ts";
export * from "./crop.ts";
export * from "./viewport.ts";
