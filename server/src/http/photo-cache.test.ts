import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../config/config.ts";
import { makeImage, makeProject } from "../testing/factories.ts";
import { SAMPLE_SIZE, samplePhoto } from "../testing/sample-photos.ts";
import { type Caller, type TestApi, createTestApi } from "../testing/test-api.ts";

let api: TestApi;
let person: Caller;
beforeAll(async () => {
  const { cachesPhotos } = readConfig({ CACHE_PHOTOS: "false" });
  api = await createTestApi({ cachesPhotos });
  person = await api.signIn({ role: "admin" });
});
afterAll(() => api.close());

const get = (url: string) => api.inject({ method: "GET", url, headers: person.headers });

describe("with CACHE_PHOTOS=false", () => {
  it("no photo, preview or list stays in a browser's cache", async () => {
    const { sha256, sizeBytes } = await api.services.blobs.put(Readable.from([samplePhoto()]));
    const { sid: projectSid, slug } = await makeProject(api.database.db);
    const size = { rawWidth: SAMPLE_SIZE.width, rawHeight: SAMPLE_SIZE.height };
    const { sid } = await makeImage(api.database.db, { projectSid, sha256, sizeBytes, ...size });
    const { src } = await person.rpc.image.getProjectImage.query({ projectSlug: slug, imageSid: sid });
    const contents = `/api/projects/${slug}/images/${sid}/contents`;
    const list = `/trpc/project.fetchProjects?input=${encodeURIComponent("{}")}`;
    for (const url of [
      `${src}&w=320`,
      `${src}&w=full`,
      `${contents}?w=320`,
      contents,
      list,
      "/api/trpc/user.fetchUsers",
    ]) {
      const { statusCode, headers } = await get(url);
      expect({ url, statusCode, cache: headers["cache-control"] }).toEqual({
        url,
        statusCode: 200,
        cache: expect.stringMatching(/^(private, )?no-store$/),
      });
    }
  });
});
