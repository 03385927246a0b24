import { once } from "node:events";
import { type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limitedFetch } from "./limited-fetch.ts";

/** A server that answers a request for /held when the test says so, and others at once. */
let server: Server;
let url = "";
let held: ServerResponse | undefined;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === "/held") held = response;
    else response.end("the areas");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("a query without an answer is given up, with or without a signal of its caller", async () => {
  const impatient = limitedFetch(50);
  const { signal } = new AbortController();
  for (const init of [{ method: "GET" }, { method: "GET", signal }])
    await expect(impatient(`${url}/held`, init)).rejects.toMatchObject({ name: "TimeoutError" });
});

test("a query within its limit is answered, and its caller can cancel it", async () => {
  const patient = limitedFetch(60_000);
  expect(await (await patient(`${url}/areas`, { method: "GET" })).text()).toBe("the areas");
  const caller = new AbortController();
  const canceled = patient(`${url}/held`, { method: "GET", signal: caller.signal });
  caller.abort();
  await expect(canceled).rejects.toMatchObject({ name: "AbortError" });
});

test("a change waits for its answer", async () => {
  const asked = once(server, "request");
  const answer = limitedFetch(1)(`${url}/held`, { method: "POST", body: "{}" });
  await asked;
  const first = Promise.race([answer, once(AbortSignal.timeout(50), "abort").then(() => "no answer yet")]);
  expect(await first).toBe("no answer yet");
  held?.end("done");
  expect(await (await answer).text()).toBe("done");
});
