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

/** What stands before the first entry. */
const BEGINNING: ChainLink = { position: 0, hash: Buffer.alloc(32) };
/** Entries sealed by one statement: a fraction of a second's work. */
const BATCH = 500;

/** The same text for the same value, whatever the order of its keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`).join(",")}}`;
}

/** sha256 over everything that an entry says, its place, and the hash of the one before it. The form is fixed for good: it has a number. */
function hashEntry(row: AuditRow, position: number, previousHash: Buffer): Buffer {
  const said = [
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
  return createHash("sha256").update(canonical(said)).digest();
}

/**
 * Seals what was written since the last time: each entry gets its place and its hash. One process at a time does so; the others
 * have nothing to do then. Answers how many it sealed.
 */
export async function sealEntries(db: Database): Promise<number> {
  let sealed = 0;
  for (;;) {
    const count = await db.transaction(async (tx) => {
      if (!(await tryLockChain(tx))) return 0;
      let end = (await readChainEnd(tx)) ?? BEGINNING;
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
  /** `position` is where the chain first breaks. */
  | { ok: false; position: number; id: number | null; reason: string };

/**
 * Walks the whole chain. With `noted`, an end that was written down before, also whether the chain still holds that: only so is
 * it found out when the newest entries are gone.
 */
export async function verifyChain(db: Database, noted?: ChainLink): Promise<Verified> {
  let end = BEGINNING;
  for await (const rows of chainBatches(db)) {
    for (const row of rows) {
      const position = end.position + 1;
      const broken = (reason: string): Verified => ({ ok: false, position, id: row.id, reason });
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
  return { ok: true, entries: end.position, end: end === BEGINNING ? null : end, unsealed: await countUnsealed(db) };
}
