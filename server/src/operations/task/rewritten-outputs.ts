import { documentFileTypeSchema } from "@precount/domain";
import { z } from "zod";
import { type TaskDocumentRow } from "../../db/tasks/entities.ts";
import { STRUCTURE, STRUCTURE_AS_READ } from "../../db/tasks/write.ts";

/** A worker's answer: the outputs that it has written to the store, and the structure from which they were made. */
export const rewrittenOutputsSchema = z.object({
  asReadSha256: z.string(),
  outputs: z.array(
    z.object({
      fileName: z.string(),
      fileType: documentFileTypeSchema,
      sha256: z.string(),
      sizeBytes: z.int(),
      isOriginal: z.literal(false),
    }),
  ),
});
export type RewrittenOutputs = z.infer<typeof rewrittenOutputsSchema>;

/** The row of the structure as it was read. */
export const structureAsRead = (documents: readonly TaskDocumentRow[]): TaskDocumentRow | undefined => {
  const named = (name: string) => documents.find(({ fileName, isOriginal }) => fileName === name && !isOriginal);
  return named(STRUCTURE_AS_READ) ?? named(STRUCTURE);
};
