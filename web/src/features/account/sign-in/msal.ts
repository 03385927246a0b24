import type { WorkAccount } from "@precount/domain";
import { BrowserCacheLocation, ProtocolMode, PublicClientApplication } from "@azure/msal-browser";

/*
 * The only file that uses MSAL (69 kB compressed). It is loaded only for work-account sign-in and sign-out. All providers, Entra
 * included, are used through plain OpenID Connect, so that the tests cover the same code path.
 */

/** Spec §7. */
const SCOPES = ["User.Read"];
const NO_NAVIGATION = { navigateToLoginRequestUrl: false } as const;

async function createApp(
  { clientId, authority }: WorkAccount,
  cacheLocation: string,
): Promise<PublicClientApplication> {
  const { origin } = window.location;
  const app = new PublicClientApplication({
    auth: {
      clientId,
      authority,
      knownAuthorities: [new URL(authority).host],
      redirectUri: `${origin}/msal-spa-response`,
      postLogoutRedirectUri: `${origin}/login`,
      // No offline_access: Precount has its own sessions, and a token that does not exist cannot be stolen.
      OIDCOptions: { responseMode: "fragment", defaultScopes: ["openid", "profile", "email"] },
    },
    cache: { cacheLocation },
    system: { protocolMode: ProtocolMode.OIDC },
  });
  await app.initialize();
  return app;
}

/** Redirects to the provider's sign-in page. Rejects with MSAL's AuthError when it cannot be reached. */
export async function goToProvider(account: WorkAccount, nonce: string): Promise<void> {
  const app = await createApp(account, BrowserCacheLocation.SessionStorage);
  // A user who came back without a response may start again.
  await app.handleRedirectPromise(NO_NAVIGATION).catch(() => null);
  const { domainHint } = account;
  await app.loginRedirect({ scopes: SCOPES, nonce, ...(domainHint !== null && { domainHint }) });
}

/** Exchanges the response in the URL for an id token; null when the URL has none. The token stays in memory. */
export async function redeemResponse(account: WorkAccount): Promise<{ idToken: string; username: string } | null> {
  const app = await createApp(account, BrowserCacheLocation.MemoryStorage);
  const response = await app.handleRedirectPromise(NO_NAVIGATION);
  return response && { idToken: response.idToken, username: response.account.username };
}

/** Redirects to the provider's sign-out page, which redirects back to /login. */
export async function leaveProvider(account: WorkAccount): Promise<void> {
  const app = await createApp(account, BrowserCacheLocation.SessionStorage);
  await app.handleRedirectPromise(NO_NAVIGATION).catch(() => null);
  // The provider identifies the user by its own cookie; Precount keeps no token that names the user.
  await app.logoutRedirect({ extraQueryParameters: { client_id: account.clientId } });
}
