import { type JWTVerifyGetKey, createRemoteJWKSet, errors } from "jose";
import { z } from "zod";
import { type Config, isConfidentialUrl } from "../../config/config.ts";
import { AppError } from "../../errors/app-error.ts";

export type WorkAccountSettings = NonNullable<Config["workAccount"]>;

/** Where the provider's tokens come from and by what they are known, as it publishes it. */
type ProviderMetadata = {
  /** As tokens name it; Entra's for several tenants holds `{tenantid}`. */
  issuer: string;
  algorithms: readonly string[];
  keys: JWTVerifyGetKey;
};

export type WorkAccountProvider = {
  settings: WorkAccountSettings;
  /** Read once an hour. Throws SERVICE_UNAVAILABLE with a sentence when the provider cannot be read. */
  metadata(): Promise<ProviderMetadata>;
};

/** Signatures that only the owner of a private key can make. Never `none`, never one made with a shared secret. */
const ASYMMETRIC = new Set(
  ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"].concat("EdDSA", "Ed25519"),
);
const TIMEOUT_MS = 5000;
const READ_AGAIN_MS = 3_600_000;
const LARGEST_BYTES = 256 * 1024;

const documentSchema = z.object({
  issuer: z.string().min(1).max(2000),
  jwks_uri: z.string().max(2000).refine(isConfidentialUrl, "is not https"),
  id_token_signing_alg_values_supported: z.array(z.string()).max(100).default(["RS256"]),
});

/** Reads nothing yet: a provider that is away must not keep Precount from starting. */
export function createWorkAccountProvider(settings: WorkAccountSettings): WorkAccountProvider {
  let reading: { promise: Promise<ProviderMetadata>; until: number } | null = null;
  const read = async (): Promise<ProviderMetadata> => {
    try {
      return publishedBy(settings, documentSchema.parse(await fetchDocument(settings.issuer)));
    } catch (error) {
      reading = null; // The next one to sign in tries again.
      throw providerAway(settings, error);
    }
  };
  return {
    settings,
    metadata: () => {
      if (reading === null || reading.until < Date.now()) {
        reading = { promise: read(), until: Date.now() + READ_AGAIN_MS };
      }
      return reading.promise;
    },
  };
}

const withoutSlash = (address: string): string => address.replace(/\/$/, "");

async function fetchDocument(issuer: string): Promise<unknown> {
  const response = await fetch(`${withoutSlash(issuer)}/.well-known/openid-configuration`, {
    headers: { accept: "application/json" },
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`its configuration answers with ${response.status}`);
  const text = await response.text();
  if (text.length > LARGEST_BYTES) throw new Error("its configuration is too long");
  return JSON.parse(text);
}

function publishedBy(settings: WorkAccountSettings, document: z.infer<typeof documentSchema>): ProviderMetadata {
  const isTemplate = document.issuer.includes(TENANT_PLACE);
  // OpenID Connect Discovery §4.3: who publishes must be who was asked. Entra's template is believed of its own host alone.
  const isItself = isTemplate
    ? settings.tenants.length > 0 && new URL(document.issuer).origin === new URL(settings.issuer).origin
    : withoutSlash(document.issuer) === withoutSlash(settings.issuer);
  if (!isItself) throw new Error(`it calls itself ${document.issuer.slice(0, 200)}, which OIDC_ISSUER does not`);
  const remote = createRemoteJWKSet(new URL(document.jwks_uri), { timeoutDuration: TIMEOUT_MS });
  return {
    issuer: document.issuer,
    algorithms: document.id_token_signing_alg_values_supported.filter((name) => ASYMMETRIC.has(name)),
    keys: async (header, token) => {
      try {
        return await remote(header, token);
      } catch (error) {
        // A key that the provider does not have is the token's fault; all else is the provider's.
        if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error;
        throw providerAway(settings, error);
      }
    },
  };
}

/** Where Entra's issuer for several tenants has the tenant's id. */
export const TENANT_PLACE = "{tenantid}";

const providerAway = ({ name }: WorkAccountSettings, cause: unknown): AppError =>
  new AppError("SERVICE_UNAVAILABLE", `${name} cannot be reached right now. Please try again in a moment.`, { cause });
