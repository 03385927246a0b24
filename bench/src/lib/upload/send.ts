import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import type { FreshPhoto } from "./photos.ts";

/** Uploads photos with a given concurrency, one multipart form each, like our pages. */
export class Sender {
  readonly #clients: number;

  constructor(clients: number) {
    this.#clients = clients;
  }

  /** Response bodies in the order of the photos. Throws if one is not 200. */
  async sendAll(url: string, headers: Record<string, string>, photos: readonly FreshPhoto[]): Promise<string[]> {
    const answers: string[] = [];
    const waiting = photos.entries();
    // New connections for each round, because the server may close an idle one just when it is used again.
    const agent = new Agent({ keepAlive: true, maxSockets: this.#clients });
    const lane = async (): Promise<void> => {
      for (const [place, photo] of waiting) answers[place] = await send(agent, url, headers, photo);
    };
    try {
      await Promise.all(Array.from({ length: this.#clients }, lane));
    } finally {
      agent.destroy();
    }
    return answers;
  }
}

/**
 * Response body; throws if it is not 200. The form is built by hand, because FormData costs more CPU than receiving
 * it.
 */
export async function send(
  agent: Agent,
  url: string,
  headers: Record<string, string>,
  { name, picture, rest }: FreshPhoto,
): Promise<string> {
  const boundary = randomUUID();
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/jpeg\r\n\r\n`,
  );
  const tail = Buffer.concat([rest, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const sending = request(url, {
    method: "POST",
    agent,
    headers: {
      ...headers,
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": head.length + picture.length + tail.length,
    },
  });
  const answering = once(sending, "response");
  sending.write(head);
  sending.write(picture);
  sending.end(tail);
  const [answer] = (await answering) as [IncomingMessage]; // the response of a request
  const body = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.statusCode} ${body}`);
  return body;
}
