import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { setTimeout as delay } from "node:timers/promises";
import { UnavailableError } from "@precount/forked-process";
import type { ModelServer } from "./model-server.ts";

export interface ServerRequest {
  /** The path from `/v2` on. */
  path: string;
  /** The body's parts in order; none for a GET. */
  bodyParts?: readonly Uint8Array[];
  headers?: Readonly<Record<string, string>>;
  /** The time limit for the request, including retries. */
  timeoutMs: number;
  /** A larger answer is refused. */
  maxBytes: number;
}

export interface ServerReply {
  status: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** The delays before the second and the third attempt. */
const RETRY_DELAYS_MS = [100, 400];

/** Keep-alive connections to one model server. Connection errors and timeouts are thrown as UnavailableError. */
export class ModelServerClient {
  readonly #baseUrl: string;
  readonly #token: string | null;
  readonly #agent: HttpAgent;
  readonly #request: typeof httpRequest;

  constructor({ url, token }: ModelServer) {
    const isHttps = new URL(url).protocol === "https:";
    this.#baseUrl = url.replace(/\/+$/, "");
    this.#token = token;
    this.#agent = isHttps ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
    this.#request = isHttps ? httpsRequest : httpRequest;
  }

  /** Resolves with the reply of any status. Does not follow redirects or decompress bodies. */
  async send(request: ServerRequest): Promise<ServerReply> {
    const signal = AbortSignal.timeout(request.timeoutMs);
    try {
      return await this.#sendWithRetries(request, signal);
    } catch (error) {
      if (error instanceof AnswerTooLargeError) throw error;
      if (signal.aborted) {
        throw serverUnavailable(`did not answer within ${Math.round(request.timeoutMs / 1000)} s.`, error);
      }
      throw serverUnavailable(`cannot be reached (${errorCodeOf(error)}).`, error);
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Retries when the server cannot have started the work: no listener, a closed idle connection, or status 503. */
  async #sendWithRetries(request: ServerRequest, signal: AbortSignal): Promise<ServerReply> {
    for (let attempt = 0; ; attempt += 1) {
      const delayMs = RETRY_DELAYS_MS[attempt];
      let isReused = false;
      try {
        const reply = await this.#sendOnce(request, signal, (reused) => (isReused = reused));
        if (reply.status !== 503 || delayMs === undefined) return reply;
      } catch (error) {
        const code = errorCodeOf(error);
        const wasIdle = isReused && (code === "ECONNRESET" || code === "EPIPE");
        if (delayMs === undefined || !(code === "ECONNREFUSED" || wasIdle)) throw error;
      }
      await delay(delayMs, undefined, { signal });
    }
  }

  async #sendOnce(
    { path, bodyParts = [], headers = {}, maxBytes }: ServerRequest,
    signal: AbortSignal,
    onSocketReused: (isReused: boolean) => void,
  ): Promise<ServerReply> {
    const request = this.#request(this.#baseUrl + path, {
      method: bodyParts.length === 0 ? "GET" : "POST",
      agent: this.#agent,
      signal,
      headers: {
        accept: "*/*",
        "accept-encoding": "identity",
        ...(bodyParts.length > 0 && { "content-length": bodyParts.reduce((sum, part) => sum + part.length, 0) }),
        ...(this.#token !== null && { authorization: `Bearer ${this.#token}` }),
        ...headers,
      },
    });
    try {
      const answered = waitForResponse(request);
      for (const part of bodyParts) request.write(part);
      request.end();
      const response = await answered;
      const body = await readBody(response, maxBytes);
      // The server answered before the whole request was sent, so the connection cannot be reused.
      if (!request.writableFinished) request.destroy();
      return { status: response.statusCode ?? 0, headers: response.headers, body };
    } catch (error) {
      onSocketReused(request.reusedSocket);
      request.destroy();
      throw error;
    }
  }
}

class AnswerTooLargeError extends Error {
  constructor(maxBytes: number) {
    super(`The model server answered with more than the ${maxBytes} bytes that an answer has at most.`);
  }
}

/** An UnavailableError whose message starts with "The model server". */
export const serverUnavailable = (what: string, cause?: unknown): UnavailableError =>
  new UnavailableError(`The model server ${what}`, { cause });

function waitForResponse(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on("response", resolve);
    // Not `once`: an error after the response would otherwise be uncaught.
    request.on("error", reject);
  });
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes = chunk as Buffer; // no encoding set: Buffers
    size += bytes.length;
    if (size > maxBytes) throw new AnswerTooLargeError(maxBytes);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** The system's error code. When several addresses were tried, the first one's. */
function errorCodeOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  const code = first instanceof Error && "code" in first ? first.code : undefined;
  return typeof code === "string" ? code : "no answer";
}
