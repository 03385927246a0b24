import type { Mark } from "@precount/domain";
import { type CheckRow, listDisputed } from "../../db/blind-counts/checks.ts";
import type { SignedInContext } from "../context.ts";
import { requireProject } from "../project/require-project.ts";
import { requireBlindCount } from "./running-count.ts";
import { type ShownCheck, toShownChecks } from "./shown-checks.ts";

/** Third looks on one screen. */
const MAX_LISTED = 50;

/** The values in the report, or those of the blind check. Null: no sticker, or not readable. */
type GivenValues = { code: string; quantity: string } | null;

/** A disputed check with both answers. Their order is random, so that it does not tell who gave them. */
export type ThirdLook = ShownCheck & { answers: GivenValues[]; marks: Mark[] };

/** The disputed checks that the person may decide. */
export async function fetchThirdLooks(context: SignedInContext, slug: string): Promise<ThirdLook[]> {
  const { sid, slug: found } = await requireProject(context, slug);
  const { counted } = await context.db.transaction((tx) => requireBlindCount(tx, sid));
  const userSid = context.session.user.sid;
  const disputed = await listDisputed(context.db, { ...counted, userSid, limit: MAX_LISTED });
  const shown = await toShownChecks(context.db, found, disputed);
  const checks = new Map(disputed.map((check) => [check.sid, check]));
  return shown.flatMap((shownCheck) => {
    const check = checks.get(shownCheck.sid);
    return check ? [Object.assign({ ...shownCheck }, givenIn(check))] : [];
  });
}

function givenIn({ answer, code, quantity, key, position }: CheckRow): Pick<ThirdLook, "answers" | "marks"> {
  if (answer?.kind === "photo") return { answers: [], marks: answer.marks };
  if (position === null) return { answers: [], marks: [] };
  const typed = answer?.kind === "values" ? { code: answer.code, quantity: answer.quantity } : null;
  const answers = [{ code, quantity }, typed];
  // The key is random, and it gives the same order at every look.
  return { answers: key % 2 === 0 ? answers : answers.toReversed(), marks: [] };
}
