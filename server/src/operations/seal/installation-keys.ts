import { readSealKey, sealKeyFingerprint, sealKeyToPem } from "../../auth/seal-keys.ts";
import { type InstallationLocation, openInstallation } from "../../db/installation.ts";
import { listSealKeys } from "../../db/seals/keys.ts";

export type PublicSealKey = { version: number; fingerprint: string; createdAt: Date; pem: string };

/** All public keys that an installation has signed reports with, oldest first. Throws OperatorError when there is no database. */
export async function readPublicSealKeys(place: InstallationLocation): Promise<PublicSealKey[]> {
  const connection = await openInstallation(place);
  try {
    await readSealKey(connection.db);
    return (await listSealKeys(connection.db)).map(({ version, publicKey, createdAt }) => ({
      version,
      fingerprint: sealKeyFingerprint(publicKey),
      createdAt,
      pem: sealKeyToPem(publicKey),
    }));
  } finally {
    await connection.close();
  }
}
