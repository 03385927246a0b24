import type { BulkDone } from "@precount/domain";

/** As one verb of the server takes them. `statusDate`: only while nothing has happened to the image since. */
type Plain = { verb: "validate" | "reject" | "recover"; images: { sid: string; statusDate?: string }[] };
type Invalidate = { verb: "invalidate"; images: Required<Omit<BulkDone, "name">>[] };
type Detect = { verb: "detect"; images: { sid: string }[]; modelSid: string };
export type Asked = (Plain | Invalidate | Detect) & { isUndo?: boolean };

/** What takes back what was done, and nothing that others have done since; null where there is no way back. */
export function undoOf({ verb, isUndo }: Pick<Asked, "verb" | "isUndo">, done: readonly BulkDone[]): Asked | null {
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
