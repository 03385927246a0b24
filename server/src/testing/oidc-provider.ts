import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type GenerateKeyPairResult,
  type JWK,
  type JWTPayload,
  SignJWT,
  exportJWK,
  exportSPKI,
  generateKeyPair,
} from "jose";

type SigningKey = GenerateKeyPairResult & { kid: string };

/** A work-account provider: publishes its metadata and keys over HTTP, and signs tokens for tests. */
export type TestProvider = {
  issuer: string;
  /** The published metadata. Tests may change it. */
  document: Record<string, unknown>;
  /** Answers every request with this status instead, until it is 200 again. */
  status: number;
  /** The number of requests for its keys. */
  keysAsked: number;
  /** Replaces all its keys by a new one. */
  rotate(): Promise<void>;
  /** Signs with RS256 and the current key. */
  sign(claims: JWTPayload, header?: Record<string, unknown>): Promise<string>;
  /** The public key as PEM text. */
  publicPem(): Promise<string>;
  key(): SigningKey;
  close(): Promise<void>;
};

export async function makeSigningKey(kid: string): Promise<SigningKey> {
  return { kid, ...(await generateKeyPair("RS256", { extractable: true })) };
}

export async function signWith(
  key: SigningKey,
  claims: JWTPayload,
  header: Record<string, unknown> = {},
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: key.kid, ...header }).sign(key.privateKey);
}

export async function startTestProvider(): Promise<TestProvider> {
  let key = await makeSigningKey("first");
  const server = createServer((request, response) => {
    const answer = (body: unknown): void => void response.end(JSON.stringify(body));
    response.writeHead(provider.status, { "content-type": "application/json" });
    if (request.url === "/.well-known/openid-configuration") return answer(provider.document);
    provider.keysAsked += 1;
    return void exportJWK(key.publicKey).then((jwk: JWK) =>
      answer({ keys: [{ ...jwk, kid: key.kid, alg: "RS256", use: "sig" }] }),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // The server listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const provider: TestProvider = {
    issuer,
    document: {
      issuer,
      jwks_uri: `${issuer}/keys`,
      // Providers with symmetric client secrets also publish this algorithm.
      id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
    },
    status: 200,
    keysAsked: 0,
    rotate: async () => {
      key = await makeSigningKey(`after ${key.kid}`);
    },
    sign: (claims, header) => signWith(key, claims, header),
    publicPem: () => exportSPKI(key.publicKey),
    key: () => key,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return provider;
}
