/** An error for the person who runs Precount: printed without a stack. It says what cannot be done, why, and what to do about it. */
export class OperatorError extends Error {
  override name = "OperatorError";
}
