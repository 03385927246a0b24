import type { JWTPayload } from "jose";
import type { Config } from "../config/config.ts";
import { type TestProvider, startTestProvider } from "./oidc-provider.ts";
import { type TestApi, createTestApi } from "./test-api.ts";

const CLIENT_ID = "precount-test";
type Settings = NonNullable<Config["workAccount"]>;

/** The answer to every invalid token. */
export const NOT_VERIFIED = {
  code: "UNAUTHORIZED",
  message: "This sign-in could not be verified. Please start it again.",
};
/** The answer to everyone without an account that may sign in. */
export const NOT_LET_IN = {
  code: "UNAUTHORIZED",
  message: "This work account may not sign in here. Ask an admin for access.",
};

type Answer = {
  response: Awaited<ReturnType<TestApi["inject"]>>;
  /** Null after a successful sign-in. */
  error: { code: string; message: string } | null;
  data: { user: { sid: string; email: string; role: string }; session: { id: string } };
};

export type WorkAccountTest = {
  api: TestApi;
  provider: TestProvider;
  /** Begins a sign-in in a browser: its nonce and its cookie. */
  begin(): Promise<{ nonce: string; cookie: string }>;
  /** The claims of a token for a new person, with the values that the test gives. */
  claimsFor(nonce: string, given?: JWTPayload): JWTPayload;
  /** Sends a token with the cookie of a browser. */
  present(idToken: string, cookie: string | undefined, more?: object): Promise<Answer>;
  /** A complete sign-in with the claims of a person. */
  signIn(claims: JWTPayload): Promise<Answer>;
  /** The same with a token that the test creates from the claims. */
  signInWith(make: (claims: JWTPayload) => Promise<string> | string, given?: JWTPayload): Promise<Answer>;
  close(): Promise<void>;
};

/** A server and its work-account provider. */
export async function startWorkAccountTest(given: Partial<Settings> = {}): Promise<WorkAccountTest> {
  const provider = await startTestProvider();
  const settings: Settings = {
    issuer: provider.issuer,
    clientId: CLIENT_ID,
    name: "Example",
    tenants: [],
    trustsEmail: false,
    domainHint: "example.test",
    ...given,
  };
  const api = await createTestApi({ workAccount: settings });
  let people = 0;
  const self: WorkAccountTest = {
    api,
    provider,
    begin: async () => {
      const response = await post(api, "msNonce", {});
      const cookie = cookieIn(response, "precount-work-account").split(";")[0] ?? "";
      return { nonce: response.json().result.data.nonce, cookie };
    },
    claimsFor: (nonce, claims = {}) => ({
      iss: provider.issuer,
      aud: CLIENT_ID,
      sub: `subject ${++people}`,
      iat: nowS(),
      exp: nowS() + 3600,
      nonce,
      email_verified: true,
      ...claims,
    }),
    present: async (idToken, cookie, more = {}) => {
      const response = await post(api, "msLogin", { idToken, username: "whoever@example.test", ...more }, cookie);
      const { error, result } = response.json();
      const refusal = error ? { code: error.data.code, message: error.message } : null;
      return { response, error: refusal, data: result?.data };
    },
    signIn: (claims) => self.signInWith((all) => provider.sign(all), claims),
    signInWith: async (make, claims) => {
      const { nonce, cookie } = await self.begin();
      return self.present(await make(self.claimsFor(nonce, claims)), cookie);
    },
    close: async () => {
      await api.close();
      await provider.close();
    },
  };
  return self;
}

export const nowS = (): number => Math.floor(Date.now() / 1000);

/** The `Set-Cookie` header of this name; empty without one. */
export function cookieIn(response: { headers: Record<string, unknown> }, name: string): string {
  const given = [response.headers["set-cookie"]].flat().map(String);
  return given.find((cookie) => cookie.startsWith(`${name}=`)) ?? "";
}

/** Calls a procedure of `user` as a browser does. */
export const post = (
  api: TestApi,
  procedure: string,
  payload: object,
  cookie?: string,
): ReturnType<TestApi["inject"]> =>
  api.inject({ method: "POST", url: `/trpc/user.${procedure}`, payload, headers: cookie ? { cookie } : {} });
