import { Readable } from "node:stream";
import { type Example, exampleKey, exampleSchema } from "@precount/domain";
import type { Queryable } from "../../db/connect.ts";
import { type ExampleRow, streamExamples } from "../../db/learning/examples.ts";
import { BlobMissingError } from "../../errors/storage-error.ts";
import type { BlobStore } from "../../storage/blob-store.ts";
import type { ZipEntry } from "../export/zip.ts";

/** The list of examples in an export, and in a folder for training: one JSON object a line (domain's `exampleSchema`). */
const EXAMPLES_FILE = "examples.jsonl";

type Source = { db: Queryable; blobs: BlobStore };

/**
 * The examples of a group, or with null all, as files: a crop for each, and last the list. Each file is opened when the previous one
 * has been read. An example whose crop is missing is left out.
 */
export async function* exampleFiles({ db, blobs }: Source, group: string | null): AsyncGenerator<ZipEntry> {
  // One line per example, kept until the end: 400 bytes each.
  const lines: string[] = [];
  for await (const rows of streamExamples(db, group)) {
    for (const row of rows) {
      const example = toExample(row);
      const opened = await blobs.openRead(row.sha256).catch((error: unknown) => {
        if (error instanceof BlobMissingError) return null;
        throw error;
      });
      if (opened === null) continue;
      lines.push(`${JSON.stringify(example)}\n`);
      yield { name: example.file, modifiedAt: row.createdAt, content: opened.stream, ownsChunks: true };
    }
  }
  yield { name: EXAMPLES_FILE, isCompressed: true, content: Readable.from(lines, { objectMode: false }) };
}

const toExample = (row: ExampleRow): Example =>
  exampleSchema.parse({
    key: exampleKey(row.imageSid, row.position),
    file: `crops/${row.imageSid}-${row.position}.jpg`,
    box: row.box,
    code: { truth: row.code, origin: row.codeOrigin, account: row.codeAccount },
    quantity: { truth: row.quantity, origin: row.quantityOrigin, account: row.quantityAccount },
    writer: null,
    projectSid: row.projectSid,
    modelSid: row.modelSid,
  });
