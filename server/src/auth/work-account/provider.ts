import { type JWTVerifyGetKey, createRemoteJWKSet, errors } from "jose";
import { z } from "zod";
import type { Config } from "../../config/config.ts";
import { isConfidentialUrl } from "../../config/environment.ts";
import { AppError } from "../../errors/app-error.ts";

export type WorkAccountSettings = NonNullable<Config["workAccount"]>;

/** The parts of the provider's discovery document that verify its tokens. */
type ProviderMetadata = {
  /** The issuer in tokens. Entra's multi-tenant issuer contains `{tenantid}`. */
  issuer: string;
  algorithms: readonly string[];
  keys: JWTVerifyGetKey;
};

export type WorkAccountProvider = {
  settings: WorkAccountSettings;
  /** Cached for an hour. Throws SERVICE_UNAVAILABLE with a message for users if the provider cannot be reached. */
  metadata(): Promise<ProviderMetadata>;
};

/** Accepted signature algorithms: only asymmetric ones, never `none` or HMAC. */
const ASYMMETRIC = new Set(
  ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"].concat("EdDSA", "Ed25519"),
);
const TIMEOUT_MS = 5000;
const CACHE_MS = 3_600_000;
const MAX_BYTES = 256 * 1024;

const documentSchema = z.object({
  issuer: z.string().min(1).max(2000),
  jwks_uri: z.string().max(2000).refine(isConfidentialUrl, "is not https"),
  id_token_signing_alg_values_supported: z.array(z.string()).max(100).default(["RS256"]),
});

/** Does not contact the provider yet, so that an unreachable provider does not prevent a start. */
export function createWorkAccountProvider(settings: WorkAccountSettings): WorkAccountProvider {
  let reading: { promise: Promise<ProviderMetadata>; until: number } | null = null;
  const read = async (): Promise<ProviderMetadata> => {
    try {
      return toMetadata(settings, documentSchema.parse(await fetchDocument(settings.issuer)));
    } catch (error) {
      reading = null; // the next sign-in tries again
      throw providerUnreachable(settings, error);
    }
  };
  return {
    settings,
    metadata: () => {
      if (reading === null || reading.until < Date.now()) {
        reading = { promise: read(), until: Date.now() + CACHE_MS };
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
  if (text.length > MAX_BYTES) throw new Error("its configuration is too long");
  return JSON.parse(text);
}

function toMetadata(settings: WorkAccountSettings, document: z.infer<typeof documentSchema>): ProviderMetadata {
  const isTemplate = document.issuer.includes(TENANT_PLACE);
  // OpenID Connect Discovery §4.3: the document's issuer must be the requested issuer. Entra's template is accepted only from its host.
  const isExpectedIssuer = isTemplate
    ? settings.tenants.length > 0 && new URL(document.issuer).origin === new URL(settings.issuer).origin
    : withoutSlash(document.issuer) === withoutSlash(settings.issuer);
  if (!isExpectedIssuer) throw new Error(`its issuer ${document.issuer.slice(0, 200)} does not match OIDC_ISSUER`);
  const remote = createRemoteJWKSet(new URL(document.jwks_uri), { timeoutDuration: TIMEOUT_MS });
  return {
    issuer: document.issuer,
    algorithms: document.id_token_signing_alg_values_supported.filter((name) => ASYMMETRIC.has(name)),
    keys: async (header, token) => {
      try {
        return await remote(header, token);
      } catch (error) {
        // An unknown key makes the token invalid; any other error means that the provider is unreachable.
        if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error;
        throw providerUnreachable(settings, error);
      }
    },
  };
}

/** Placeholder for the tenant id in Entra's multi-tenant issuer. */
export const TENANT_PLACE = "{tenantid}";

const providerUnreachable = ({ name }: WorkAccountSettings, cause: unknown): AppError =>
  new AppError("SERVICE_UNAVAILABLE", `${name} cannot be reached right now. Please try again in a moment.`, { cause });
