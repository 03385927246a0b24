import { OperatorError } from "../../errors/operator-error.ts";

/** The embedded database cannot run on this machine; the message says why and what to do. */
export class EmbeddedDatabaseError extends OperatorError {
  override name = "EmbeddedDatabaseError";
}
