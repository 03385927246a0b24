import { type Baseline, judgePair } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import { findItems } from "../../db/items/items.ts";
import type { StoredFinding } from "../../db/radar/findings.ts";
import { listSuspectedPairs } from "../../db/radar/suspected-pairs.ts";
import { toStored } from "./judge-codes.ts";

/** The part of the event that findings about pairs belong to. An event has few, so all are replaced together. */
export const PAIR_SCOPE = "pairs";

/** The findings about stickers that two photos probably show, and that both count. */
export async function findPairFindings(
  tx: Transaction,
  projectSid: string,
  versionSid: string | null,
  baseline: Baseline,
): Promise<StoredFinding[]> {
  const drafts = (await listSuspectedPairs(tx, projectSid)).flatMap((pair) => judgePair(pair) ?? []);
  const codes = [...new Set(drafts.flatMap(({ code }) => code ?? []))];
  const listed = versionSid === null || codes.length === 0 ? [] : await findItems(tx, versionSid, codes);
  const items = new Map(listed.map((item) => [item.code, item]));
  return drafts.map((draft) => toStored(draft, items.get(draft.code ?? "") ?? null, baseline, PAIR_SCOPE));
}
