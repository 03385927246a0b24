import {
  type DocumentStructure,
  type TaskDocument,
  documentStructureSchema,
  structureDocument,
} from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

/** A document of a hundred dense pages has a structure of about this size. */
const MAX_STRUCTURE_BYTES = 8 * 1024 * 1024;

type Structure = {
  /** Null while loading, undefined when the task has none. */
  structure: DocumentStructure | null | undefined;
  isTooLarge: boolean;
  isError: boolean;
  /** The structure from before the last edit, while the new one is loaded. */
  isPrevious: boolean;
};

/** The structure of a task's document, from its download. */
export function useStructure(documents: readonly TaskDocument[]): Structure {
  const document = structureDocument({ documents });
  const isTooLarge = document !== undefined && document.size > MAX_STRUCTURE_BYTES;
  const {
    data = null,
    isError,
    isPlaceholderData: isPrevious,
  } = useQuery({
    queryKey: ["document-structure", document?.fileUrl ?? ""],
    queryFn: async ({ signal }) => {
      const response = await fetch(document?.fileUrl ?? "", { signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return documentStructureSchema.parse(await response.json());
    },
    enabled: document !== undefined && !isTooLarge,
    // Document URLs never change their content: a retry of the task creates documents with new ids.
    staleTime: Number.POSITIVE_INFINITY,
    // After an edit of a table, the old result stays until the new one is loaded.
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { structure: document ? data : undefined, isTooLarge, isError, isPrevious };
}
