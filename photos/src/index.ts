export { type FoundCode } from "./codes.ts";
export { type ExifFacts } from "./exif.ts";
export { type PhotoFacts, type ProbeResult, probePhoto } from "./photo.ts";
export { PhotoProcess, type PhotoProcessOptions } from "./photo-process.ts";
export {
  type CallOptions,
  ForkedProcess,
  type ForkedOptions,
  ProcessError,
  type ProcessErrorKind,
  type ProcessWords,
} from "./process/forked-process.ts";
export { UnavailableError } from "./process/protocol.ts";
export { serveCalls } from "./process/serve-calls.ts";
export { type Rendered, type RenderOptions } from "./render.ts";
export { SNIFF_BYTES, sniffPhoto } from "./sniff.ts";
export { type UprightPixels, decodeUpright } from "./upright.ts";
