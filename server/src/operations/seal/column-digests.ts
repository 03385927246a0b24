import { type Hash, createHash } from "node:crypto";
import type { ReportField } from "@precount/domain";
import { canonicalJson } from "./canonical.ts";

/** The sha256 of each column's canonical form, a JSON list of its values, from rows that come in batches. */
export class ColumnDigests {
  readonly #hashes: Map<ReportField, Hash>;
  #separator = "[";

  constructor(fields: readonly ReportField[]) {
    this.#hashes = new Map(fields.map((field) => [field, createHash("sha256")]));
  }

  add(rows: readonly Readonly<Partial<Record<ReportField, string>>>[]): void {
    if (rows.length === 0) return;
    for (const [field, hash] of this.#hashes) {
      hash.update(this.#separator + rows.map((row) => canonicalJson(row[field] ?? "")).join(","));
    }
    this.#separator = ",";
  }

  /** Call it once, after the last row. */
  digests(): Record<ReportField, string> {
    const end = this.#separator === "[" ? "[]" : "]";
    const entries = [...this.#hashes].map(([field, hash]) => [field, hash.update(end).digest("hex")]);
    // The constructor's fields are the keys.
    return Object.fromEntries(entries) as Record<ReportField, string>;
  }
}
