import { byReport } from "../operations/inputs.ts";
import {
  fetchDeliveries,
  fetchDeliveriesInput,
  fetchReportDeliveries,
  replayDelivery,
  testDestination,
} from "../operations/destination/delivery-log.ts";
import {
  byDestination,
  byDestinationOwner,
  createDestination,
  createDestinationInput,
  deleteDestination,
  fetchDestinations,
  rotateSigningSecret,
  setDestinationEnabled,
  setDestinationEnabledInput,
  updateDestination,
  updateDestinationInput,
} from "../operations/destination/destinations.ts";
import { procedure, router } from "./gate.ts";

/** Webhooks, and deliveries of reports. */
export const destinationRouter = router({
  fetchDestinations: procedure("destination.change")
    .input(byDestinationOwner)
    .query(({ ctx, input }) => fetchDestinations(ctx, input)),
  fetchDeliveries: procedure("destination.change")
    .input(fetchDeliveriesInput)
    .query(({ ctx, input }) => fetchDeliveries(ctx, input)),
  fetchReportDeliveries: procedure("report.see")
    .input(byReport)
    .query(({ ctx, input }) => fetchReportDeliveries(ctx, input.reportSid)),
  createDestination: procedure("destination.change")
    .input(createDestinationInput)
    .mutation(({ ctx, input }) => createDestination(ctx, input)),
  updateDestination: procedure("destination.change")
    .input(updateDestinationInput)
    .mutation(({ ctx, input }) => updateDestination(ctx, input)),
  /** The new secret is shown once. */
  rotateSigningSecret: procedure("destination.change")
    .input(byDestination)
    .mutation(({ ctx, input }) => rotateSigningSecret(ctx, input.sid)),
  deleteDestination: procedure("destination.change")
    .input(byDestination)
    .mutation(({ ctx, input }) => deleteDestination(ctx, input.sid)),
  setDestinationEnabled: procedure("destination.change")
    .input(setDestinationEnabledInput)
    .mutation(({ ctx, input }) => setDestinationEnabled(ctx, input)),
  testDestination: procedure("destination.change")
    .input(byDestination)
    .mutation(({ ctx, input }) => testDestination(ctx, input.sid)),
  replayDelivery: procedure("destination.change")
    .input(byDestination)
    .mutation(({ ctx, input }) => replayDelivery(ctx, input.sid)),
});
