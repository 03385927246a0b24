import { procedure, router } from "./gate.ts";
import {
  announcePresence,
  announcePresenceInput,
  announceDeparture,
  announceDepartureInput,
} from "../operations/presence/announce-presence.ts";

export const liveRouter = router({
  beHere: procedure("signed-in")
    .input(announcePresenceInput)
    .mutation(({ ctx, input, signal }) => announcePresence(ctx, input, signal)),
  leave: procedure("signed-in")
    .input(announceDepartureInput)
    .mutation(({ ctx, input }) => announceDeparture(ctx, input)),
});
