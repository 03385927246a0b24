export { LabelCrop } from "./LabelCrop.tsx";
export type { OverlayBox } from "./overlay-box.ts";
export { PhotoStage } from "./PhotoStage.tsx";
export { usePicture } from "./use-picture.ts";
export { useSize } from "./use-size.ts";
export { useStore } from "./use-store.ts";
export { zoomBy } from "./use-tool-keys.ts";
export { type Tools, useTools } from "./use-tools.ts";
export { type ViewportControl, useViewport } from "./use-viewport.ts";
