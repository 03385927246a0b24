import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Provider } from "oidc-provider";
import { generate } from "selfsigned";

export type WorkAccountProvider = {
  issuer: string;
  /** Precount's settings for this provider, its certificate included. */
  env: Record<string, string>;
  stop(): Promise<void>;
};

/** The provider reports e-mails with this prefix as not verified. */
export const UNVERIFIED = "unverified.";
const CLIENT_ID = "precount-e2e";

/**
 * A real OpenID Connect provider over TLS. It accepts any login with any password and uses the login as the person's e-mail. MSAL
 * requires https, so the provider has a self-signed certificate that Precount is configured to trust.
 */
export async function startWorkAccountProvider(): Promise<WorkAccountProvider> {
  const certificate = await generate([{ name: "commonName", value: "localhost" }], {
    keySize: 2048,
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] },
    ],
  });
  const server = createServer({ key: certificate.private, cert: certificate.cert });
  server.listen(0, "localhost");
  await once(server, "listening");
  // A TCP server has a port.
  const { port } = server.address() as AddressInfo;
  const issuer = `https://localhost:${port}`;
  const handle = makeProvider(issuer).callback();
  server.on("request", (request, response) => void handle(request, response));
  const folder = await mkdtemp(join(tmpdir(), "precount-provider-"));
  const trusted = join(folder, "certificate.pem");
  await writeFile(trusted, certificate.cert);
  return {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_NAME: "Example Work",
      MSAL_DOMAIN_HINT: "example.test",
      NODE_EXTRA_CA_CERTS: trusted,
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      await rm(folder, { recursive: true });
    },
  };
}

const leadsTo = (path: string) => (address: string) => URL.parse(address)?.pathname === path;

function makeProvider(issuer: string): Provider {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code"],
        response_types: ["code"],
        // Replaced below, once Precount's port is known.
        redirect_uris: ["https://precount.invalid/msal-spa-response"],
      },
    ],
    clientBasedCORS: () => true,
    conformIdTokenClaims: false,
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_context, login) => ({
      accountId: login,
      claims: () => ({ sub: login, name: login, email: login, email_verified: !login.startsWith(UNVERIFIED) }),
    }),
    cookies: { keys: ["only in this test"] },
    pkce: { required: () => true },
  });
  // The provider starts before Precount's port is known.
  const { prototype } = provider.Client;
  Object.assign(prototype, {
    redirectUriAllowed: leadsTo("/msal-spa-response"),
    postLogoutRedirectUriAllowed: leadsTo("/login"),
  });
  // Its pages load a font from the internet, which is not available here.
  provider.use(async (context, next) => {
    await next();
    if (typeof context.body === "string") context.body = context.body.replace(/@import [^;]+;/, "");
  });
  return provider;
}
