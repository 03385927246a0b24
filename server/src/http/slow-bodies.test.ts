import { once } from "node:events";
import { type AddressInfo, type Socket, connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fastify } from "fastify";
import { expect, it, onTestFinished } from "vitest";
import { type BodyLimits, limitSlowBodies } from "./slow-bodies.ts";

const LIMITS: BodyLimits = {
  checkEveryMs: 20,
  windowMs: 200,
  minBytes: 1000,
  maxCallMs: 60_000,
  maxFormMs: 60_000,
  maxPerNetwork: 100,
};

/** A server that reads a body after `readsAfterMs`, or answers at once and never reads it. */
async function serve(limits: Partial<BodyLimits>, readsAfterMs: number | null = 0) {
  const reasons: unknown[] = [];
  const app = fastify({ bodyLimit: 1e8 });
  limitSlowBodies(app, { info: (facts: unknown) => void reasons.push(facts) }, { ...LIMITS, ...limits });
  app.addContentTypeParser("*", (_request, _body, done) => done(null));
  app.route({
    method: ["POST", "PUT"],
    url: "/",
    handler: async ({ raw }, reply) => {
      if (readsAfterMs === null) return reply.code(401).send("no");
      await delay(readsAfterMs);
      let bytes = 0;
      for await (const chunk of raw) bytes += (chunk as Buffer).length; // no encoding is set
      return { bytes };
    },
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo; // it listens on a port
  const open = (length: number, type = "multipart/form-data; boundary=x", method = "POST"): Socket => {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
    socket.write(`${method} / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`);
    return socket;
  };
  return { open, reasons };
}

/** Sends a part every 10 ms until the connection ends. Returns what the server sent. */
async function send(socket: Socket, partBytes: number, parts = Infinity): Promise<string> {
  let answer = "";
  socket.setEncoding("utf8").on("data", (text) => (answer += text));
  // Not events.once, which rejects when the closed connection refuses the next part.
  const ended = new Promise((resolve) => socket.once("close", resolve));
  for (let sent = 0; sent < parts && socket.writable && !socket.destroyed; sent += 1) {
    socket.write(Buffer.alloc(partBytes, 1));
    await delay(10);
  }
  await Promise.race([ended, delay(1000)]);
  return answer;
}

it("closes a connection that sends a byte at a time, with and without an answer before", async () => {
  const reading = await serve({});
  expect(await send(reading.open(1_000_000), 1)).toMatch(/^HTTP\/1\.1 408 /);
  expect(reading.reasons).toMatchObject([{ reason: "too slow" }]);
  const answered = await serve({}, null);
  expect(await send(answered.open(1_000_000), 1)).toMatch(/^HTTP\/1\.1 401 /);
  expect(answered.reasons).toMatchObject([{ reason: "too slow" }]);
});

it("limits the total time of a call, not of a form or a photo that makes progress", async () => {
  const { open, reasons } = await serve({ maxCallMs: 300 });
  const call = open(1_000_000, "text/x");
  const uploads = [open(60 * 500), open(60 * 500, "image/jpeg", "PUT")];
  const [refused, ...accepted] = await Promise.all([send(call, 500), ...uploads.map((one) => send(one, 500, 60))]);
  expect(refused).toMatch(/^HTTP\/1\.1 408 /);
  for (const answer of accepted) expect(answer).toContain('{"bytes":30000}');
  expect(reasons).toMatchObject([{ reason: "too long" }]);
});

it("limits unfinished bodies per network", async () => {
  const { open, reasons } = await serve({ maxPerNetwork: 2 });
  const sockets = Array.from({ length: 3 }, () => open(1_000_000));
  await expect.poll(() => reasons).toMatchObject([{ reason: "too many" }]);
  expect(sockets.filter(({ destroyed }) => !destroyed).length).toBeGreaterThanOrEqual(2);
});

it("waits for a client while the server itself does not read", async () => {
  const { open, reasons } = await serve({}, 600);
  const socket = open(3_000_000);
  socket.write(Buffer.alloc(3_000_000, 1));
  const [answer] = (await once(socket, "data")) as [Buffer]; // no encoding is set
  expect(answer.toString()).toContain('{"bytes":3000000}');
  expect(reasons).toEqual([]);
});
