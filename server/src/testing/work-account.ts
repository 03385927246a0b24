import type { JWTPayload } from "jose";
import type { Config } from "../config/config.ts";
import { type TestProvider, startTestProvider } from "./oidc-provider.ts";
import { type TestApi, createTestApi } from "./test-api.ts";

const CLIENT_ID = "precount-test";
type Settings = NonNullable<Config["workAccount"]>;

/** The one answer to every token that proves nothing. */
export const NOT_VERIFIED = {
  code: "UNAUTHORIZED",
  message: "This sign-in could not be verified. Please begin it again.",
};
/** The one answer to everybody whom no admin let in. */
export const NOT_LET_IN = {
  code: "UNAUTHORIZED",
  message: "This work account may not sign in here. Ask an admin to let you in.",
};

type Answer = {
  response: Awaited<ReturnType<TestApi["inject"]>>;
  /** Null when the person is in. */
  error: { code: string; message: string } | null;
  data: { user: { sid: string; email: string; role: string }; session: { id: string } };
};

export type WorkAccountTest = {
  api: TestApi;
  provider: TestProvider;
  /** A browser in which a sign-in has begun: its nonce, and the cookie that binds it. */
  begin(): Promise<{ nonce: string; cookie: string }>;
  /** What a token of the provider says of somebody new, with what the test names. */
  claimsFor(nonce: string, given?: JWTPayload): JWTPayload;
  /** Sends a token as the browser with that cookie would. */
  present(idToken: string, cookie: string | undefined, more?: object): Promise<Answer>;
  /** From the beginning to the end, with what the provider says of the person. */
  signIn(claims: JWTPayload): Promise<Answer>;
  /** The same, with a token that a test makes of what the provider would have said. */
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

/** The whole `Set-Cookie` of that name; empty when there is none. */
export function cookieIn(response: { headers: Record<string, unknown> }, name: string): string {
  const given = [response.headers["set-cookie"]].flat().map(String);
  return given.find((one) => one.startsWith(`${name}=`)) ?? "";
}

/** As a browser calls a procedure of `user`. */
export const post = (
  api: TestApi,
  procedure: string,
  payload: object,
  cookie?: string,
): ReturnType<TestApi["inject"]> =>
  api.inject({ method: "POST", url: `/trpc/user.${procedure}`, payload, headers: cookie ? { cookie } : {} });
