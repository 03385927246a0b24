import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Clamd, EICAR, startClamd } from "../testing/clamd.ts";
import { makeModel, makeProject } from "../testing/factories.ts";
import { makeForm } from "../testing/make-form.ts";
import { samplePhoto } from "../testing/sample-photos.ts";
import { type Caller, type TestApi, createTestApi } from "../testing/test-api.ts";

let clamd: Clamd;
let api: TestApi;
let person: Caller;
let slug: string;
let photo: Buffer;
beforeAll(async () => {
  clamd = await startClamd();
  api = await createTestApi({ clamd: clamd.address });
  await api.services.queue.start();
  person = await api.signIn();
  await makeModel(api.database.db, { name: "fake" });
  ({ slug } = await makeProject(api.database.db));
  photo = samplePhoto();
});
afterAll(async () => {
  await api.close();
  await clamd.stop();
});
beforeEach(() => {
  clamd.scanned.length = 0;
  clamd.answer = null;
});

/** A photo that decodes, with a virus behind its end. */
const infected = (): Buffer => Buffer.concat([photo, Buffer.from(EICAR)]);

async function sendForm(url: string, file: Uint8Array, name: string): Promise<{ status: number; body: string }> {
  const { payload, headers } = await makeForm([["file", file, name]]);
  const answer = await api.inject({ method: "POST", url, payload, headers: { ...person.headers, ...headers } });
  return { status: answer.statusCode, body: answer.body };
}
const upload = (file: Uint8Array) => sendForm(`/api/projects/${slug}/images/upload`, file, "shelf.jpg");
const incoming = (): Promise<string[]> => readdir(join(api.services.config.dataDir, "incoming"));

describe("a received file", () => {
  it("is scanned as a whole and stored if it is clean", async () => {
    const { status, body } = await upload(photo);
    expect({ status, errors: JSON.parse(body).errors }).toEqual({ status: 200, errors: [] });
    expect(clamd.scanned).toEqual([photo.length]);
  });

  it("with a virus is refused with its name and not kept, as photo, raw photo and document", async () => {
    const message = "The virus scanner found Eicar-Signature in this file, so it was not stored.";
    const form = await upload(infected());
    expect(form.body).toContain(message);
    const sha256 = createHash("sha256").update(infected()).digest("hex");
    const raw = await api.inject({
      method: "PUT",
      url: `/api/projects/${slug}/images/upload/${sha256}?name=shelf.jpg`,
      headers: { ...person.headers, "content-type": "application/octet-stream" },
      payload: infected(),
    });
    expect(raw.body).toContain(message);
    const analyzed = await sendForm("/api/gpt/vision", infected(), "table.jpg");
    expect(analyzed).toMatchObject({ status: 400, body: expect.stringContaining(message) });
    expect(clamd.scanned).toHaveLength(3);
    expect(await incoming()).toEqual([]);
    expect(await api.services.blobs.has(sha256)).toBe(false);
  });

  it.each(["INSTREAM size limit exceeded. ERROR", ""])("is refused if the scanner answers %j", async (answer) => {
    clamd.answer = answer;
    const { status, body } = await upload(photo);
    expect(status).toBe(503);
    expect(body).toContain("The virus scanner did not check this file");
    expect(await incoming()).toEqual([]);
  });

  it("is refused while the scanner cannot be reached", async () => {
    const stopped = await startClamd();
    await stopped.stop();
    const other = await createTestApi({ clamd: stopped.address });
    try {
      const { headers } = await other.signIn();
      const form = await makeForm([["file", photo, "shelf.jpg"]]);
      const all = { ...headers, ...form.headers };
      const answer = await other.inject({ method: "POST", url: "/api/analyze", payload: form.payload, headers: all });
      expect(answer.statusCode).toBe(503);
      expect(answer.body).toContain("The virus scanner did not check this file");
    } finally {
      await other.close();
    }
  });
});
