import type { WorkAccount } from "@precount/domain";
import { BrowserCacheLocation, ProtocolMode, PublicClientApplication } from "@azure/msal-browser";

/*
 * The only file that knows MSAL: 69 kB compressed, which only those load who sign in or out by a work account. Providers are spoken to in plain
 * OpenID Connect, Entra too: one way, which the tests go.
 */

/** Spec §7. */
const SCOPES = ["User.Read"];
const STAY = { navigateToLoginRequestUrl: false } as const;

async function open({ clientId, authority }: WorkAccount, cacheLocation: string): Promise<PublicClientApplication> {
  const { origin } = window.location;
  const app = new PublicClientApplication({
    auth: {
      clientId,
      authority,
      knownAuthorities: [new URL(authority).host],
      redirectUri: `${origin}/msal-spa-response`,
      postLogoutRedirectUri: `${origin}/login`,
      // No offline_access: the session is ours from then on, and a token that is not there cannot be stolen.
      OIDCOptions: { responseMode: "fragment", defaultScopes: ["openid", "profile", "email"] },
    },
    cache: { cacheLocation },
    system: { protocolMode: ProtocolMode.OIDC },
  });
  await app.initialize();
  return app;
}

/** Leaves for the provider's sign-in page. Rejects with MSAL's AuthError when there is no way there. */
export async function goToProvider(account: WorkAccount, nonce: string): Promise<void> {
  const app = await open(account, BrowserCacheLocation.SessionStorage);
  // Somebody who came back without an answer may begin again.
  await app.handleRedirectPromise(STAY).catch(() => null);
  const { domainHint } = account;
  await app.loginRedirect({ scopes: SCOPES, nonce, ...(domainHint !== null && { domainHint }) });
}

/** The provider's answer in this page's address, redeemed for the token; null when there is none. The token stays in memory. */
export async function takeAnswer(account: WorkAccount): Promise<{ idToken: string; username: string } | null> {
  const app = await open(account, BrowserCacheLocation.MemoryStorage);
  const answer = await app.handleRedirectPromise(STAY);
  return answer && { idToken: answer.idToken, username: answer.account.username };
}

/** Leaves for the provider's sign-out page, which leads back to ours. */
export async function leaveProvider(account: WorkAccount): Promise<void> {
  const app = await open(account, BrowserCacheLocation.SessionStorage);
  await app.handleRedirectPromise(STAY).catch(() => null);
  // Who signs out is known to the provider by its own cookie; we keep no token to name them by.
  await app.logoutRedirect({ extraQueryParameters: { client_id: account.clientId } });
}
