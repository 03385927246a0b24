import { type Outcome, eventIsOpen, refuse } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import type { StoredDetection } from "../../db/detections/stored-detection.ts";
import type { ImageInProject } from "../../db/images/read.ts";
import { readUserNames } from "../../db/users.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";

/** A user approved or rejected an image; `by` is the sid of the user. */
export type Decision = { verb: "approved" | "rejected"; by: string | null };

/** The rejection of an image; null if it is not rejected. */
export const rejectionOf = ({ status, rejectedBy }: ImageInProject["image"]): Decision | null =>
  status === "rejected" ? { verb: status, by: rejectedBy } : null;

/** The rejection of an image, or the validation of its detection; null without both. */
export function decisionOf(image: ImageInProject["image"], row: StoredDetection["row"] | undefined): Decision | null {
  const isValidated = row?.status === "validated" || row?.status === "selected";
  return rejectionOf(image) ?? (isValidated ? { verb: "approved", by: row.validatedBy } : null);
}

type NameDecider = <T>(
  outcome: Outcome<T>,
  project: ImageInProject["project"],
  decision: Decision | null,
) => Outcome<T>;

/**
 * Returns a function for the refused changes of images. If another user approved or rejected the image first, the refusal names that
 * user: two people had the same image open.
 * @param decisions those that may be the cause; the function gets null for a refusal with another cause
 */
export async function deciderNamer(
  tx: Transaction,
  userSid: string,
  decisions: readonly (Decision | null)[],
): Promise<NameDecider> {
  const others = decisions.flatMap((decision) => (decision?.by && decision.by !== userSid ? [decision.by] : []));
  const names = await readUserNames(tx, others);
  return (outcome, project, decision) => {
    const name = decision?.by ? names.get(decision.by) : undefined;
    if (outcome.ok || decision === null || name === undefined || !eventIsOpen(project).ok) return outcome;
    const next = decision.verb === "rejected" ? " It can be recovered." : "";
    return refuse(`${name} ${decision.verb} this image before you.${next}`);
  };
}

/** Throws for a refused change of one image, and names the user who was faster. */
export async function unwrapOrNameDecider(
  tx: Transaction,
  outcome: Outcome<unknown>,
  { project, userSid }: Pick<ImageInProject, "project"> & { userSid: string },
  decision: Decision | null,
): Promise<void> {
  const nameDecider = await deciderNamer(tx, userSid, outcome.ok ? [] : [decision]);
  unwrapOrThrow(nameDecider(outcome, project, decision));
}
