/** Told to whoever runs Precount, as it stands, without a stack: what cannot be done, why, and what to do about it. */
export class OperatorError extends Error {
  override name = "OperatorError";
}
