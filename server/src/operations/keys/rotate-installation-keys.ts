import { commandLineCall } from "../../audit/command-line-call.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { type RotatedKeys, rotateKeys } from "../../auth/rotate-keys.ts";
import { type InstallationLocation, openInstallation } from "../../db/installation.ts";

/** Rotates the keys of an installation, whether its server runs or not. Throws OperatorError when there is no database. */
export async function rotateInstallationKeys(place: InstallationLocation): Promise<RotatedKeys> {
  const connection = await openInstallation(place);
  try {
    return await connection.db.transaction(async (tx) => {
      const rotated = await rotateKeys(tx);
      const versions = Object.fromEntries(rotated.keys.map(({ name, version }) => [name, version]));
      const subject = { kind: "server", sid: "keys" };
      await recordAudit(tx, commandLineCall("account", "keys.rotate"), { subject, details: versions });
      return rotated;
    });
  } finally {
    await connection.close();
  }
}
