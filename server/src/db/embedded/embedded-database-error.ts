import { OperatorError } from "../../errors/operator-error.ts";

/** The embedded database cannot run here; the message says why and what to do about it. */
export class EmbeddedDatabaseError extends OperatorError {
  override name = "EmbeddedDatabaseError";
}
