import { createHash } from "node:crypto";
import type { AuditRow } from "../db/audit/entries.ts";
import {
  type ChainLink,
  type Seal,
  type Unsealed,
  chainBatches,
  countUnsealed,
  tryLockChain,
  readChainEnd,
  readUnsealed,
  writeSeals,
} from "../db/audit/chain.ts";
import type { Database } from "../db/connect.ts";

/** The link before the first entry. */
const GENESIS: ChainLink = { position: 0, hash: Buffer.alloc(32) };
/** Entries sealed per transaction, in a fraction of a second. */
const BATCH = 500;

/** JSON with sorted keys: equal values give equal text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`).join(",")}}`;
}

/** sha256 over an entry, its position and the previous hash. The format must never change: its version number comes first. */
function hashEntry(row: AuditRow, position: number, previousHash: Buffer): Buffer {
  const fields = [
    1,
    position,
    previousHash.toString("hex"),
    row.id,
    row.at.toISOString(),
    row.kind,
    row.action,
    row.actorSid,
    row.actorName,
    row.credential,
    row.address,
    row.subjectKind,
    row.subjectSid,
    row.projectSid,
    row.details,
  ];
  return createHash("sha256").update(canonical(fields)).digest();
}

/**
 * Seals new entries: each gets its position and its hash. One process at a time does it; concurrent calls find nothing to do. Returns
 * the number of sealed entries.
 */
export async function sealEntries(db: Database): Promise<number> {
  let sealed = 0;
  for (;;) {
    const count = await db.transaction(async (tx) => {
      if (!(await tryLockChain(tx))) return 0;
      let end = (await readChainEnd(tx)) ?? GENESIS;
      const seals: Seal[] = [];
      for (const row of await readUnsealed(tx, BATCH)) {
        const position = end.position + 1;
        const hash = hashEntry(row, position, end.hash);
        seals.push({ id: row.id, position, previousHash: end.hash, hash });
        end = { position, hash };
      }
      if (seals.length > 0) await writeSeals(tx, seals);
      return seals.length;
    });
    sealed += count;
    if (count < BATCH) return sealed;
  }
}

export type Verified =
  | { ok: true; entries: number; end: ChainLink | null; unsealed: Unsealed }
  /** `position` is the first one at which the chain is broken. */
  | { ok: false; position: number; id: number | null; reason: string };

/**
 * Verifies the whole chain. Only with `noted`, an end of the chain that was written down earlier, does it also detect that the newest
 * entries are missing.
 */
export async function verifyChain(db: Database, noted?: ChainLink): Promise<Verified> {
  let end = GENESIS;
  for await (const rows of chainBatches(db)) {
    for (const row of rows) {
      const position = end.position + 1;
      const broken = (reason: string): Verified => ({ ok: false, position, id: row.id, reason });
      // Positions are unique and count from 1, so only the first batch can have such an entry: it was inserted with a seal.
      if (row.position !== null && row.position < 1) return broken("it was inserted before the first one");
      if (row.position !== position) return { ok: false, position, id: null, reason: "this entry is missing" };
      if (!row.previousHash?.equals(end.hash)) return broken("it does not follow the entry before it");
      const hash = hashEntry(row, position, end.hash);
      if (!row.hash?.equals(hash)) return broken("it was changed after it was sealed");
      if (noted?.position === position && !noted.hash.equals(hash)) return broken("it is not the one that was noted");
      end = { position, hash };
    }
  }
  if (noted && end.position < noted.position) {
    return { ok: false, position: end.position + 1, id: null, reason: "this entry, which was noted, is missing" };
  }
  return { ok: true, entries: end.position, end: end === GENESIS ? null : end, unsealed: await countUnsealed(db) };
}
