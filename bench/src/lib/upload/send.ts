import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import type { FreshPhoto } from "./photos.ts";

export const UPLOAD_KINDS = ["raw", "form"] as const;
/** As the body of a request, or as a multipart form. */
export type UploadKind = (typeof UPLOAD_KINDS)[number];

/** Uploads photos with a given concurrency, one request each. */
export class Sender {
  readonly #clients: number;
  readonly #as: UploadKind;

  constructor(clients: number, as: UploadKind = "raw") {
    this.#clients = clients;
    this.#as = as;
  }

  /** Response bodies in the order of the photos. Throws if one is not 200. */
  async sendAll(url: string, headers: Record<string, string>, photos: readonly FreshPhoto[]): Promise<string[]> {
    const answers: string[] = [];
    const waiting = photos.entries();
    // New connections for each round, because the server may close an idle one just when it is used again.
    const agent = new Agent({ keepAlive: true, maxSockets: this.#clients });
    const lane = async (): Promise<void> => {
      for (const [place, photo] of waiting) answers[place] = await send(agent, url, headers, photo, this.#as);
    };
    try {
      await Promise.all(Array.from({ length: this.#clients }, lane));
    } finally {
      agent.destroy();
    }
    return answers;
  }
}

/** Response body; throws if it is not 200. Sends the photo as the body, like our pages, or as a form, like other clients. */
export async function send(
  agent: Agent,
  url: string,
  headers: Record<string, string>,
  photo: FreshPhoto,
  as: UploadKind = "raw",
): Promise<string> {
  const { method, path, type, head, tail } = as === "raw" ? asBody(photo) : asForm(photo);
  const length = head.length + photo.picture.length + tail.length;
  const all = { ...headers, "content-type": type, "content-length": length };
  const sending = request(`${url}${path}`, { method, agent, headers: all });
  const answering = once(sending, "response");
  if (head.length > 0) sending.write(head);
  sending.write(photo.picture);
  sending.end(tail);
  const [answer] = (await answering) as [IncomingMessage]; // the response of a request
  const body = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`${photo.name}: ${answer.statusCode} ${body}`);
  return body;
}

type Encoded = { method: "PUT" | "POST"; path: string; type: string; head: Buffer; tail: Buffer };

const asBody = ({ name, rest, sha256 }: FreshPhoto): Encoded => ({
  method: "PUT",
  path: `/${sha256}?name=${name}`,
  type: "application/octet-stream",
  head: Buffer.alloc(0),
  tail: rest,
});

/** Built by hand, because FormData costs more CPU than receiving it. */
function asForm({ name, rest }: FreshPhoto): Encoded {
  const boundary = randomUUID();
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/jpeg\r\n\r\n`;
  const tail = Buffer.concat([rest, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const type = `multipart/form-data; boundary=${boundary}`;
  return { method: "POST", path: "", type, head: Buffer.from(head), tail };
}
