import { randomBytes } from "node:crypto";
import { type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { makeUser } from "../../testing/factories.ts";
import { type TestProvider, makeSigningKey, signWith } from "../../testing/oidc-provider.ts";
import { createTestApi } from "../../testing/test-api.ts";
import { NOT_VERIFIED, type WorkAccountTest, nowS, post, startWorkAccountTest } from "../../testing/work-account.ts";

/* The required properties of a token. Each token here has one defect; the same token without it signs in. */

let test: WorkAccountTest;
let email: string;
beforeAll(async () => {
  test = await startWorkAccountTest();
  ({ email } = await makeUser(test.api.database.db));
});
afterAll(() => test.close());
afterEach(() => void vi.useRealTimers());

const sub = "known";
/** Creates a token from valid claims of a user who may sign in, changed by the test, and returns the server's answer. */
const answerTo = async (make: (claims: JWTPayload) => Promise<string> | string, given: JWTPayload = {}) =>
  (await test.signInWith(make, { email, sub, ...given })).error;
const signed = (claims: JWTPayload) => test.provider.sign(claims);
const inBase64 = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** Signed by the provider and changed afterwards. */
async function changed(claims: JWTPayload): Promise<string> {
  const [header, , signature] = (await signed(claims)).split(".");
  return [header, inBase64({ ...claims, email: "admin@precount.test" }), signature].join(".");
}
const cut = async (claims: JWTPayload) => `${(await signed(claims)).split(".").slice(0, 2).join(".")}.`;
async function swapped(claims: JWTPayload): Promise<string> {
  const [header, payload] = (await signed(claims)).split(".");
  return `${header}.${payload}.${(await signed({ ...claims, sub: "x" })).split(".")[2]}`;
}
const made = (nonce: string) => signed(test.claimsFor(nonce, { email, sub }));

/** A server that has not loaded its provider's metadata yet, a valid token, and the browser that it was issued for. */
async function fresh(change: (provider: TestProvider) => void) {
  const own = await startWorkAccountTest();
  change(own.provider);
  const { nonce, cookie } = await own.begin();
  const { email: known } = await makeUser(own.api.database.db);
  return { own, token: await own.provider.sign(own.claimsFor(nonce, { email: known })), cookie };
}

describe("an invalid token is refused with the same answer:", () => {
  it("the unmodified token signs in (control)", async () => {
    expect(await answerTo(signed)).toBeNull();
  });

  it("signed by another key, under the provider's key's name", async () => {
    const forger = await makeSigningKey(test.provider.key().kid);
    expect(await answerTo((claims) => signWith(forger, claims))).toEqual(NOT_VERIFIED);
  });

  it("changed after it was signed", async () => {
    expect(await answerTo(changed)).toEqual(NOT_VERIFIED);
  });

  it("with no signature, or with the signature of another token", async () => {
    expect(await answerTo(cut)).toEqual(NOT_VERIFIED);
    expect(await answerTo(swapped)).toEqual(NOT_VERIFIED);
  });

  it("alg none, as libraries write it and in other letter case", async () => {
    expect(await answerTo((claims) => new UnsecuredJWT(claims).encode())).toEqual(NOT_VERIFIED);
    for (const alg of ["none", "None", "NONE", ""]) {
      const header = inBase64({ alg, kid: test.provider.key().kid });
      expect(await answerTo((claims) => `${header}.${inBase64(claims)}.`)).toEqual(NOT_VERIFIED);
    }
  });

  it("HS256, signed with the provider's public key, although the provider allows HS256", async () => {
    const pem = Buffer.from(await test.provider.publicPem());
    const { kid } = test.provider.key();
    const forged = (claims: JWTPayload) => new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid }).sign(pem);
    expect(await answerTo(forged)).toEqual(NOT_VERIFIED);
  });

  it("with its own key, or a link to one, in its header", async () => {
    const own = await makeSigningKey(test.provider.key().kid);
    const jwk = await crypto.subtle.exportKey("jwk", own.publicKey);
    const header = { jwk, jku: "https://evil.example/keys", x5u: "https://evil.example/x" };
    expect(await answerTo((claims) => signWith(own, claims, header))).toEqual(NOT_VERIFIED);
  });

  it("with an unknown critical header", async () => {
    const { kid, privateKey } = test.provider.key();
    const critical = (claims: JWTPayload) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "RS256", kid, crit: ["policy"], policy: 1 })
        .sign(privateKey, { crit: { policy: true } });
    expect(await answerTo(critical)).toEqual(NOT_VERIFIED);
  });

  it("an issuer with an additional slash", async () => {
    expect(await answerTo(signed, { iss: `${test.provider.issuer}/` })).toEqual(NOT_VERIFIED);
  });

  it.each<[string, Record<string, unknown>]>([
    ["another issuer", { iss: "https://evil.example" }],
    ["no issuer", { iss: undefined }],
    ["another program's", { aud: "somebody-else" }],
    ["for several, given to another", { aud: ["precount-test", "somebody-else"], azp: "somebody-else" }],
    ["for several audiences, without an authorized party", { aud: ["precount-test", "somebody-else"] }],
    ["given to another", { azp: "somebody-else" }],
    ["for nobody", { aud: undefined }],
    ["no subject", { sub: undefined }],
    ["an empty subject", { sub: "" }],
    ["a subject without end", { sub: "x".repeat(300) }],
    ["another nonce", { nonce: "another" }],
    ["no nonce", { nonce: undefined }],
    ["a nonce that is no text", { nonce: true }],
    ["no expiry", { exp: undefined }],
    ["an expiry that is no number", { exp: "tomorrow" }],
    ["no beginning", { iat: undefined }],
  ])("%s", async (_words, given) => {
    expect(await answerTo(signed, given)).toEqual(NOT_VERIFIED);
  });

  it.each<[string, () => JWTPayload]>([
    ["expired two minutes ago", () => ({ iat: nowS() - 600, exp: nowS() - 120 })],
    ["not valid before two minutes from now", () => ({ nbf: nowS() + 120 })],
    ["made two minutes from now", () => ({ iat: nowS() + 120 })],
    ["made twenty minutes ago, good for hours", () => ({ iat: nowS() - 20 * 60 })],
  ])("%s", async (_words, given) => {
    expect(await answerTo(signed, given())).toEqual(NOT_VERIFIED);
  });

  it("allows clocks to differ by half a minute", async () => {
    expect(await answerTo(signed, { iat: nowS() - 300, exp: nowS() - 30 })).toBeNull();
    expect(await answerTo(signed, { iat: nowS() + 30, nbf: nowS() + 30 })).toBeNull();
  });

  it("malformed tokens and inputs", async () => {
    const { cookie } = await test.begin();
    for (const token of ["x", "..", "a.b.c", "e30.e30.e30", "💥.💥.💥", randomBytes(3000).toString("base64url")]) {
      expect((await test.present(token, cookie)).error).toEqual(NOT_VERIFIED);
    }
    const bad = [{}, { idToken: "" }, { idToken: 7 }, { idToken: "x".repeat(20_000) }, { idToken: ["x"] }];
    for (const input of bad) expect((await post(test.api, "msLogin", input, cookie)).statusCode).toBe(400);
  });
});

describe("a valid token is refused when it is", () => {
  it("sent a second time, in the same browser", async () => {
    const { nonce, cookie } = await test.begin();
    const token = await made(nonce);
    expect((await test.present(token, cookie)).error).toBeNull();
    expect((await test.present(token, cookie)).error).toEqual(NOT_VERIFIED);
  });

  it("sent ten times at once, except one of them", async () => {
    const { nonce, cookie } = await test.begin();
    const token = await made(nonce);
    const answers = await Promise.all(Array.from({ length: 10 }, () => test.present(token, cookie)));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  });

  it("sent from another browser, with a sign-in of its own or none", async () => {
    const [victim, thief] = [await test.begin(), await test.begin()];
    const token = await made(victim.nonce);
    expect((await test.present(token, thief.cookie)).error).toEqual(NOT_VERIFIED);
    expect((await test.present(token, undefined)).error).toEqual(NOT_VERIFIED);
    expect((await test.present(token, "precount-work-account=guessed")).error).toEqual(NOT_VERIFIED);
    // Failed attempts of others do not affect the person's sign-in.
    expect((await test.present(token, victim.cookie)).error).toBeNull();
  });

  it("of an expired sign-in, even if its cookie has a later expiry", async () => {
    const { nonce, cookie } = await test.begin();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * 60_000 + 1000 });
    const token = await made(nonce);
    expect((await test.present(token, cookie)).error).toEqual(NOT_VERIFIED);
    for (const end of [String(nowS() + 600), "9".repeat(10)]) {
      expect((await test.present(token, cookie.replace(/\d{10}/, end))).error).toEqual(NOT_VERIFIED);
    }
  });
});

describe("the provider's keys", () => {
  it("are fetched once, and again for an unknown key id", async () => {
    const { provider } = test;
    expect(await answerTo(signed)).toBeNull();
    const asked = provider.keysAsked;
    expect(await answerTo(signed)).toBeNull();
    expect(provider.keysAsked).toBe(asked);
    await provider.rotate();
    // Not immediately: unknown key ids must not cause a request each.
    expect(await answerTo(signed)).toEqual(NOT_VERIFIED);
    expect(provider.keysAsked).toBe(asked);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 30 * 60_000 });
    expect(await answerTo(signed)).toBeNull();
    expect(provider.keysAsked).toBe(asked + 1);
  });
});

describe("a provider that is unreachable or misconfigured", () => {
  const AWAY = {
    code: "SERVICE_UNAVAILABLE",
    message: "Example cannot be reached right now. Please try again in a moment.",
  };
  it("gives a message, and the sign-in can continue when it is back", async () => {
    const { own, token, cookie } = await fresh((provider) => void (provider.status = 503));
    expect((await own.present(token, cookie)).error).toEqual(AWAY);
    own.provider.status = 200;
    expect((await own.present(token, cookie)).error).toBeNull();
    await own.close();
  });

  it("does not prevent the start of the server", async () => {
    const { workAccount } = test.api.services.config;
    const api = await createTestApi({ workAccount: workAccount && { ...workAccount, issuer: "http://127.0.0.1:9" } });
    const begun = await post(api, "msNonce", {});
    const cookie = String(begun.headers["set-cookie"]).split(";")[0];
    const response = await post(api, "msLogin", { idToken: "x.y.z" }, cookie);
    expect(response.statusCode).toBe(503);
    expect(response.json().error.message).toBe(AWAY.message);
    await api.close();
  });

  it.each<[string, (provider: TestProvider) => unknown]>([
    ["calls itself another", ({ document }) => (document["issuer"] = "https://evil.example")],
    [
      "has its keys where they can be changed on the way",
      ({ document }) => (document["jwks_uri"] = "http://a.example/k"),
    ],
    ["has its keys in a file", ({ document }) => (document["jwks_uri"] = "file:///etc/passwd")],
    ["has no keys", ({ document }) => delete document["jwks_uri"]],
    ["serves several tenants, and none is configured", (own) => (own.document["issuer"] = `${own.issuer}/{tenantid}`)],
  ])("%s", async (_words, change) => {
    const { own, token, cookie } = await fresh((provider) => void change(provider));
    expect((await own.present(token, cookie)).error).toEqual(AWAY);
    await own.close();
  });

  it("is refused if it signs only with shared secrets", async () => {
    const { own, token, cookie } = await fresh(
      ({ document }) => void (document["id_token_signing_alg_values_supported"] = ["HS256", "none"]),
    );
    expect((await own.present(token, cookie)).error).toEqual(NOT_VERIFIED);
    await own.close();
  });
});

describe("OIDC_TENANTS", () => {
  const TENANT = "11111111-2222-3333-4444-555555555555";
  const OTHER = "99999999-2222-3333-4444-555555555555";

  it("accepts the named tenants only, each with the issuer of Entra's template", async () => {
    const several = await startWorkAccountTest({ tenants: [TENANT] });
    const { issuer, document } = several.provider;
    document["issuer"] = `${issuer}/{tenantid}/v2.0`;
    const known = await makeUser(several.api.database.db);
    const iss = `${issuer}/${TENANT}/v2.0`;
    const good = { email: known.email, sub, iss, tid: TENANT };
    expect((await several.signIn(good)).data.user.sid).toBe(known.sid);
    for (const wrong of [
      { iss: `${issuer}/${OTHER}/v2.0`, tid: OTHER },
      { tid: OTHER },
      { tid: undefined },
      { iss: `${issuer}/{tenantid}/v2.0` },
    ]) {
      expect((await several.signIn({ ...good, ...wrong })).error).toEqual(NOT_VERIFIED);
    }
    await several.close();
  });
});
