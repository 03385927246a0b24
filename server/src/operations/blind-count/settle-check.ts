import {
  type CheckOutcome,
  blindCountCan,
  checkOutcomeSchema,
  checkTransitions,
  correctionPatches,
  fitsCheck,
  judgeCheck,
  maySettle,
  sidSchema,
  transition,
} from "@precount/domain";
import { z } from "zod";
import { type CheckRow, lockCheck, storeOutcome } from "../../db/blind-counts/checks.ts";
import { advanceKnownRevision, insertCorrections } from "../../db/blind-counts/population.ts";
import type { Transaction } from "../../db/connect.ts";
import { insertPatches } from "../../db/detections/patches.ts";
import { lockDetection } from "../../db/detections/read.ts";
import { updateDetection } from "../../db/detections/write.ts";
import { uprightSize } from "../../db/images/contents-url.ts";
import { AppError, notFound, unwrapOrThrow } from "../../errors/app-error.ts";
import { publishChange } from "../../live/publish-change.ts";
import type { SignedInContext } from "../context.ts";
import { type HeldDetection, changeDetection, rederive } from "../image-detection/change-detection.ts";
import { requireCheck, rowOf } from "./answer-check.ts";

export const settleCheckInput = z.object({ sid: sidSchema, outcome: checkOutcomeSchema });

/** The number of values and stickers that were corrected. */
export type SettledCheck = { corrections: number };

/**
 * Decides a disputed check. If the image says something else, it is corrected in the same transaction: unlocked, changed, and
 * validated again in the name of the person who decides, who has seen the sticker.
 */
export async function settleCheck(
  context: SignedInContext,
  { sid, outcome }: z.infer<typeof settleCheckInput>,
): Promise<SettledCheck> {
  const { projectSid, check: found } = await requireCheck(context, sid);
  const settled: SettledCheck = { corrections: 0 };
  await changeDetection(context, found.detectionSid, async (tx, held) => {
    unwrapOrThrow(blindCountCan.check(held.project, context.session.user));
    const check = await lockCheck(tx, sid);
    if (!check) throw notFound("check");
    unwrapOrThrow(maySettle(check, context.session.user.sid));
    unwrapOrThrow(transition(checkTransitions, "check", check.status, "settle", "the third look"));
    const row = rowOf(check);
    if (!fitsCheck(row, outcome)) throw new AppError("BAD_REQUEST", "This outcome is for another kind of check.");
    const userSid = context.session.user.sid;
    await storeOutcome(tx, sid, { outcome, judgement: judgeCheck(row, outcome), userSid });
    settled.corrections = await correct(tx, held, { check, outcome, userSid });
    await publishChange(tx, { projectSid, kind: "blindCount", sid: projectSid });
    return { details: { corrections: settled.corrections } };
  });
  return settled;
}

type Decision = { check: CheckRow; outcome: CheckOutcome; userSid: string };

/** Corrects the detection. A detection that is no longer counted is not changed, because its rows are in no report. */
async function correct(
  tx: Transaction,
  { detection, image }: HeldDetection,
  { check, outcome, userSid }: Decision,
): Promise<number> {
  const { row, results } = detection;
  if (row.status === "discarded" || image.status === "rejected") return 0;
  const patches = correctionPatches({ results, size: uprightSize(image) }, check.position, outcome);
  if (patches.length === 0) return 0;
  await insertPatches(tx, { detectionSid: row.sid, revision: row.revision + 1, key: null, userSid, patches });
  await rederive(tx, row.sid);
  if (row.status === "validated" || row.status === "selected") {
    await updateDetection(tx, row.sid, { validatedAt: new Date(), validatedBy: userSid });
  }
  await keepPopulation(tx, { check, outcome, from: row.revision, added: results.length });
  return patches.length;
}

/** The corrected rows need no further check: a third look has seen them. */
async function keepPopulation(
  tx: Transaction,
  { check, outcome, from, added }: { check: CheckRow; outcome: CheckOutcome; from: number; added: number },
): Promise<void> {
  const { countSid, detectionSid, position } = check;
  const place = { countSid, detectionSid };
  const rows =
    outcome.kind === "photo"
      ? outcome.missing.map(({ code, quantity }, nth) => ({ ...place, position: added + nth, code, quantity }))
      : outcome.kind === "values" && position !== null
        ? [{ ...place, position, code: outcome.code, quantity: outcome.quantity }]
        : [];
  await insertCorrections(tx, rows);
  const now = await lockDetection(tx, detectionSid);
  if (now) await advanceKnownRevision(tx, { ...place, from, to: now.row.revision });
}
