/** A failed request to a vision service. The message is for people, and never the text of the service. */
export class VisionServiceError extends Error {
  override readonly name = "VisionServiceError";
}

export const visionServiceError = (what: string, cause?: unknown): VisionServiceError =>
  new VisionServiceError(`The vision service ${what}`, { cause });
