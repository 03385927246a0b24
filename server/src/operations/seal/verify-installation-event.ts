import { type InstallationLocation, openInstallation } from "../../db/installation.ts";
import { type VerifiedEvent, verifyEvent } from "./verify-event.ts";

class Rollback extends Error {}

/**
 * Verifies the sealed reports of an event, whether the server runs or not. Nothing is changed: the transaction is rolled back. Throws
 * OperatorError.
 */
export async function verifyInstallationEvent(place: InstallationLocation, slug: string): Promise<VerifiedEvent> {
  const connection = await openInstallation(place);
  let verified: VerifiedEvent | null = null;
  try {
    await connection.db.transaction(async (tx) => {
      verified = await verifyEvent(tx, slug);
      throw new Rollback("nothing is stored");
    });
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  } finally {
    await connection.close();
  }
  if (verified === null) throw new Error("the event was not verified");
  return verified;
}
