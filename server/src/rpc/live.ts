import { procedure, router } from "./gate.ts";
import { beHere, beHereInput, leave, leaveInput } from "../operations/presence/announce-presence.ts";

export const liveRouter = router({
  beHere: procedure("signed-in")
    .input(beHereInput)
    .mutation(({ ctx, input, signal }) => beHere(ctx, input, signal)),
  leave: procedure("signed-in")
    .input(leaveInput)
    .mutation(({ ctx, input }) => leave(ctx, input)),
});
