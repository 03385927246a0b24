import { type Outcome, eventIsOpen } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import type { ImageInProject } from "../../db/images/read.ts";
import { readUser } from "../../db/users.ts";
import { AppError, unwrapOrThrow } from "../../errors/app-error.ts";

/** A user approved or rejected an image; `by` is the sid of the user. */
type Decision = { verb: "approved" | "rejected"; by: string | null };

/**
 * Throws for a refused change. If another user approved or rejected the image first, the message names that user: two people had
 * the same image open.
 * @param decision null if the refusal has another cause
 */
export async function unwrapOrNameDecider(
  tx: Transaction,
  outcome: Outcome<unknown>,
  { project, userSid }: Pick<ImageInProject, "project"> & { userSid: string },
  decision: Decision | null,
): Promise<void> {
  const isNamed = !outcome.ok && eventIsOpen(project).ok && decision !== null && decision.by !== userSid;
  const decider = isNamed && decision.by !== null ? await readUser(tx, decision.by) : null;
  if (decider) throw new AppError("PRECONDITION_FAILED", `${decider.name} ${decision?.verb} this image before you.`);
  unwrapOrThrow(outcome);
}
