export { type CallOptions } from "./call-queue.ts";
export { ForkedProcess, type ForkedProcessOptions } from "./forked-process.ts";
export {
  PermanentError,
  ProcessError,
  type ProcessErrorKind,
  type ProcessErrorMessages,
  UnavailableError,
} from "./process-error.ts";
export { type CallControl, serveCalls } from "./serve-calls.ts";
