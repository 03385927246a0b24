import type { ChainLink } from "../db/audit/chain.ts";
import { type InstallationLocation, openInstallation } from "../db/installation.ts";
import { type Verified, verifyChain } from "./chain.ts";

/**
 * Verifies the audit log of an installation, whether its server runs or not. `noted` is an end of the chain that was written down
 * earlier. Throws OperatorError when there is no database.
 */
export async function verifyAudit(place: InstallationLocation, noted?: ChainLink): Promise<Verified> {
  const connection = await openInstallation(place);
  try {
    return await verifyChain(connection.db, noted);
  } finally {
    await connection.close();
  }
}
