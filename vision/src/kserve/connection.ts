import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { setTimeout as delay } from "node:timers/promises";
import { UnavailableError } from "@precount/forked-process";
import type { ModelServer } from "./model-server.ts";

export interface Ask {
  /** From `/v2` on. */
  path: string;
  /** Sent one after the other; nothing for a GET. */
  parts?: readonly Uint8Array[];
  headers?: Readonly<Record<string, string>>;
  /** For all of it, tries included. */
  timeoutMs: number;
  /** Of the answer no more is held; a larger one is refused. */
  mostBytes: number;
}

export interface Reply {
  status: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** Pauses before the second and the third try of what is safe to try again. */
const PAUSES_MS = [100, 400];

/** Kept-alive connections to one server. What goes wrong between us and it is an UnavailableError. */
export class Connection {
  readonly #base: string;
  readonly #token: string | null;
  readonly #agent: HttpAgent;
  readonly #send: typeof httpRequest;

  constructor({ url, token }: ModelServer) {
    const isSafe = new URL(url).protocol === "https:";
    this.#base = url.replace(/\/+$/, "");
    this.#token = token;
    this.#agent = isSafe ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
    this.#send = isSafe ? httpsRequest : httpRequest;
  }

  /** Any status is an answer. Redirects are not followed, compressed answers not unpacked. */
  async ask(ask: Ask): Promise<Reply> {
    const until = AbortSignal.timeout(ask.timeoutMs);
    try {
      return await this.#askUntil(ask, until);
    } catch (error) {
      if (error instanceof AnswerTooLargeError) throw error;
      if (until.aborted) throw away(`did not answer within ${Math.round(ask.timeoutMs / 1000)} s.`, error);
      throw away(`cannot be reached (${codeOf(error)}).`, error);
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Again where nothing was begun: nobody listened, an idle connection had been closed, or it asks for patience. */
  async #askUntil(ask: Ask, until: AbortSignal): Promise<Reply> {
    for (let tries = 0; ; tries += 1) {
      const pauseMs = PAUSES_MS[tries];
      let isReused = false;
      try {
        const reply = await this.#askOnce(ask, until, (reused) => (isReused = reused));
        if (reply.status !== 503 || pauseMs === undefined) return reply;
      } catch (error) {
        const code = codeOf(error);
        const wasIdle = isReused && (code === "ECONNRESET" || code === "EPIPE");
        if (pauseMs === undefined || !(code === "ECONNREFUSED" || wasIdle)) throw error;
      }
      await delay(pauseMs, undefined, { signal: until });
    }
  }

  async #askOnce(ask: Ask, signal: AbortSignal, noteReused: (reused: boolean) => void): Promise<Reply> {
    const { path, parts = [], headers = {}, mostBytes } = ask;
    const request = this.#send(this.#base + path, {
      method: parts.length === 0 ? "GET" : "POST",
      agent: this.#agent,
      signal,
      headers: {
        accept: "*/*",
        "accept-encoding": "identity",
        ...(parts.length > 0 && { "content-length": parts.reduce((sum, part) => sum + part.length, 0) }),
        ...(this.#token !== null && { authorization: `Bearer ${this.#token}` }),
        ...headers,
      },
    });
    try {
      const answered = responseOf(request);
      for (const part of parts) request.write(part);
      request.end();
      const response = await answered;
      const body = await readAtMost(response, mostBytes);
      // What was answered before all was sent is no connection to use again.
      if (!request.writableFinished) request.destroy();
      return { status: response.statusCode ?? 0, headers: response.headers, body };
    } catch (error) {
      noteReused(request.reusedSocket);
      request.destroy();
      throw error;
    }
  }
}

/** A server answered with more than was agreed on. */
class AnswerTooLargeError extends Error {
  constructor(mostBytes: number) {
    super(`The model server answered with more than the ${mostBytes} bytes that an answer has at most.`);
  }
}

export const away = (what: string, cause?: unknown): UnavailableError =>
  new UnavailableError(`The model server ${what}`, { cause });

function responseOf(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on("response", resolve);
    // For good: one that comes after the answer has nobody else to hear it.
    request.on("error", reject);
  });
}

async function readAtMost(response: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    // No encoding is set: Buffers.
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > mostBytes) throw new AnswerTooLargeError(mostBytes);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** The system's own word for what happened: of several addresses that were tried, the first one's. */
function codeOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  const code = first instanceof Error && "code" in first ? first.code : undefined;
  return typeof code === "string" ? code : "no answer";
}
