/**
 * Why a call failed. `failed`: the child answered with an error whose message is for a person. `unavailable`: the child
 * threw UnavailableError. `permanent`: it threw PermanentError. `crashed`, `timeout`, `memory`: this call ended the child. `aborted`: the caller aborted it.
 * `closed`: the ForkedProcess was closed.
 */
export type ProcessErrorKind =
  | "failed"
  | "unavailable"
  | "permanent"
  | "crashed"
  | "timeout"
  | "memory"
  | "aborted"
  | "closed";

export class ProcessError extends Error {
  override readonly name = "ProcessError";
  readonly kind: ProcessErrorKind;
  /** The operating system's error code, such as ENOSPC, when that is why the child failed; else null. */
  readonly systemCode: string | null;
  constructor(kind: ProcessErrorKind, message: string, systemCode: string | null = null) {
    super(message);
    this.kind = kind;
    this.systemCode = systemCode;
  }
}

/** The sentences that a person reads when a call ended the child. */
export interface ProcessErrorMessages {
  crashed: string;
  memory: string;
  timeout: (seconds: number) => string;
}

export const DEFAULT_MESSAGES: ProcessErrorMessages = {
  crashed: "The process crashed.",
  memory: "The process needs more memory than is allowed.",
  timeout: (seconds) => `It took longer than ${seconds} s and was stopped.`,
};

/**
 * Thrown in a child when a service it needs is unreachable, not ready or misconfigured. The caller may retry the same
 * call later. The message is for a person.
 */
export class UnavailableError extends Error {
  override readonly name = "UnavailableError";
}

/** Thrown in a child when the same call would fail again, such as for a damaged file. The message is for a person. */
export class PermanentError extends Error {
  override readonly name = "PermanentError";
}
