import { findEverywhere, findEverywhereInput } from "../operations/search/find-everywhere.ts";
import { procedure, router } from "./gate.ts";

export const searchRouter = router({
  findEverywhere: procedure("signed-in")
    .input(findEverywhereInput)
    .query(({ ctx, input }) => findEverywhere(ctx, input)),
});
