import { decidePairs, decidePairsInput } from "../operations/duplicate/decide-pairs.ts";
import {
  fetchImagePairs,
  fetchImagePairsInput,
  fetchPairCounts,
  fetchPhotoPairs,
  fetchPhotoPairsInput,
} from "../operations/duplicate/fetch-pairs.ts";
import { searchDuplicates } from "../operations/duplicate/search-duplicates.ts";
import { bySlug } from "../operations/inputs.ts";
import { procedure, router } from "./gate.ts";

/** Stickers that two images of an event show (PD-93). */
export const duplicateRouter = router({
  fetchPhotoPairs: procedure("signed-in")
    .input(fetchPhotoPairsInput)
    .query(({ ctx, input }) => fetchPhotoPairs(ctx, input)),
  fetchPairCounts: procedure("signed-in")
    .input(bySlug)
    .query(({ ctx, input }) => fetchPairCounts(ctx, input.slug)),
  fetchImagePairs: procedure("signed-in")
    .input(fetchImagePairsInput)
    .query(({ ctx, input }) => fetchImagePairs(ctx, input)),
  decidePairs: procedure("detection.edit")
    .input(decidePairsInput)
    .mutation(({ ctx, input }) => decidePairs(ctx, input)),
  searchDuplicates: procedure("detection.edit")
    .input(bySlug)
    .mutation(({ ctx, input }) => searchDuplicates(ctx, input.slug)),
});
