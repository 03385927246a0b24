import { afterAll, beforeAll, expect, it } from "vitest";
import { completion, startVisionService } from "../../testing/vision-service.ts";
import { createVisionService } from "./vision-service.ts";

let server: Awaited<ReturnType<typeof startVisionService>>;
beforeAll(async () => {
  server = await startVisionService();
});
afterAll(() => server.close());

const jpeg = Buffer.from("a picture");
const extract = (format: "csv" | "json" = "json", given: { url?: string; timeoutMs?: number; key?: string } = {}) =>
  createVisionService({ url: server.url, key: "sk-secret", model: "reader-1", ...given }).extract({
    jpeg,
    format,
    signal: new AbortController().signal,
  });
const say = (content: string, finishReason?: string): void =>
  server.answerWith((_, response) => void response.end(completion(content, finishReason)));

const TABLES = '{"tables": [{"rows": [["SKU", "Quantity"], ["012345", 12], ["=1+1"]]}], "text": ["Note 7"]}';

it("PD-52: sends the image with streaming off, and returns the tables as JSON", async () => {
  say(TABLES);
  const contents = await extract("json", { url: `${server.url}/` });
  expect(JSON.parse(contents)).toEqual({
    tables: [
      {
        rows: [
          ["SKU", "Quantity"],
          ["012345", "12"],
          ["=1+1", ""],
        ],
      },
    ],
    text: ["Note 7"],
  });
  const request = server.requests.at(-1);
  expect(request).toMatchObject({
    model: "reader-1",
    temperature: 0,
    stream: false,
    authorization: "Bearer sk-secret",
  });
  const [, picture] = request?.messages[0].content ?? [];
  expect(picture?.image_url.url).toBe(`data:image/jpeg;base64,${jpeg.toString("base64")}`);
});

it("PD-36: returns CSV, also from a code fence, with no cell that a spreadsheet would run", async () => {
  say(`Here you are:\n\`\`\`json\n${TABLES}\n\`\`\`\nAnything else?`);
  expect(await extract("csv")).toBe('\uFEFF"SKU","Quantity"\r\n"012345","12"\r\n"\'=1+1",\r\n');
  say('{"tables": [], "text": ["one line", "another"]}');
  expect(await extract("csv")).toBe('\uFEFF"one line"\r\n"another"\r\n');
});

it.each([
  [401, "The vision service refused the key. Please tell your admin."],
  [403, "The vision service refused the key. Please tell your admin."],
  [404, "The vision service does not know this address or model. Please tell your admin."],
  [400, "The vision service refused the image (status 400)."],
  [413, "The vision service refused the image because it is too large. Please send a part of it."],
  [429, "The vision service is overloaded. Please try again in a minute."],
  [500, "The vision service failed (status 500). Please try again in a moment."],
])("its %i becomes a message for the user without the service's own text", async (status, message) => {
  server.answerWith((_, response) => void response.writeHead(status).end('{"error":{"message":"sk-secret leaked"}}'));
  await expect(extract()).rejects.toThrow(message);
});

it("follows no redirect, so that the key is sent to no other server", async () => {
  const before = server.requests.length;
  server.answerWith(
    (_, response) => void response.writeHead(307, { location: `${server.url}/chat/completions` }).end(),
  );
  await expect(extract()).rejects.toThrow("redirects to another address");
  expect(server.requests.length).toBe(before + 1);
});

it.each([
  ["no JSON", "<html>", "did not answer with a completion"],
  ["no completion", "{}", "did not answer with a completion"],
  ["no table", completion("I cannot help with that."), "did not answer with tables"],
  ["tables of another shape", completion('{"tables": "two"}'), "did not answer with tables"],
  ["nothing read", completion('{"tables": [{"rows": []}]}'), "found nothing to read in this image"],
  ["half an answer", completion('{"tables": [', "length"), "ended its answer early"],
  ["too much", "x".repeat(5 * 1024 * 1024), "answered with more than 4 MB"],
])("%s is an error in words", async (_, body, message) => {
  server.answerWith((_request, response) => void response.end(body));
  await expect(extract()).rejects.toThrow(`The vision service ${message}`);
});

it("reports a service that does not answer, breaks off or is unreachable", async () => {
  server.answerWith(() => undefined);
  await expect(extract("json", { timeoutMs: 100 })).rejects.toThrow("did not answer within 0 s");
  server.answerWith((_, response) => void response.destroy());
  await expect(extract()).rejects.toThrow("cannot be reached");
  await expect(extract("json", { url: "http://127.0.0.1:1/v1" })).rejects.toThrow("cannot be reached");
});
