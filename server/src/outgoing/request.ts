import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { publicLookup, requireAllowedUrl } from "./public-address.ts";

export type OutgoingRequest = {
  method: "POST" | "PUT";
  url: string;
  headers: Record<string, string>;
  body: string | Readable;
  /** From the first byte of the connection to the answer's headers. */
  timeoutMs: number;
  allowPrivate: boolean;
  signal: AbortSignal;
};

/**
 * Sends a request and returns the answer's status. Redirects are not followed, and the answer's body is not read: an answer is an outcome
 * and no data. Each request has a separate connection, to an address that was checked.
 */
export async function sendRequest(given: OutgoingRequest): Promise<number> {
  const { method, headers, body, timeoutMs, allowPrivate } = given;
  const url = requireAllowedUrl(given.url, allowPrivate);
  const signal = AbortSignal.any([given.signal, AbortSignal.timeout(timeoutMs)]);
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const request = send(url, { method, headers, lookup: publicLookup(allowPrivate), agent: false, signal });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once("response", resolve);
    request.once("error", (error) =>
      reject(
        signal.aborted && !given.signal.aborted
          ? new Error(`No answer came in ${timeoutMs / 1000} s.`, { cause: error })
          : error,
      ),
    );
  });
  try {
    if (typeof body === "string") request.end(body);
    // The answer says more than the broken pipe of a server that does not read the whole body.
    else void pipeline(body, request).catch(() => undefined);
    const { statusCode = 0 } = await answered;
    return statusCode;
  } finally {
    request.destroy();
  }
}
