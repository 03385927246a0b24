import type { BulkChange } from "@precount/domain";
import type { RejectChoice } from "../../../../shared/images/reject/RejectDialog.tsx";

/** The input of a server call. With a `statusDate`, an image is changed only if its status has not changed since. */
type StatusChange = {
  verb: "validate" | "reject" | "recover";
  images: { sid: string; statusDate?: string; detection?: { sid: string; revision: number } }[];
  /** For `reject`. Without it the images keep the reason that they had. */
  rejection?: RejectChoice;
};
type Invalidate = { verb: "invalidate"; images: Required<Omit<BulkChange, "name">>[] };
type Detect = { verb: "detect"; images: { sid: string }[]; modelSid: string };
export type BulkRequest = (StatusChange | Invalidate | Detect) & { isUndo?: boolean };

/** The request that undoes an action without overwriting later changes; null when it cannot be undone. */
export function undoOf(
  { verb, isUndo }: Pick<BulkRequest, "verb" | "isUndo">,
  done: readonly BulkChange[],
): BulkRequest | null {
  if (isUndo || done.length === 0) return null;
  const images = done.map(({ sid, statusDate }) => ({ sid, statusDate }));
  if (verb === "reject") return { verb: "recover", images, isUndo: true };
  if (verb === "recover") return { verb: "reject", images, isUndo: true };
  if (verb !== "validate") return null;
  const validated = done.flatMap(({ sid, statusDate, detection }) =>
    detection ? [{ sid, statusDate, detection }] : [],
  );
  return { verb: "invalidate", images: validated, isUndo: true };
}
