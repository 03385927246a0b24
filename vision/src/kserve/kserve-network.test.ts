/** KserveNetwork against a local HTTP server that misbehaves. Real sockets, tensors of a few numbers. */
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { UnavailableError } from "@precount/forked-process";
import type { NetworkSpec } from "../network-spec.ts";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { KserveNetwork } from "./kserve-network.ts";

const spec: NetworkSpec = {
  input: { name: "crops", shape: [-1, 3] },
  output: { name: "read", shape: [-1, 2] },
  smallest: [1, 3],
  answerShape: ([crops = 0]) => [crops, 2],
  range: { least: 0, most: 1 },
};
const INPUT = new Float32Array([1, 2, 3, 4, 5, 6]);
const ANSWER = new Float32Array([0, 0.25, 0.5, 1]);
const BYTES = Buffer.from(ANSWER.buffer);

type Route = (request: IncomingMessage, response: ServerResponse) => unknown;
const json =
  (value: unknown, status = 200): Route =>
  (_, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
const status = (code: number, headers: Record<string, string> = {}): Route => {
  return (_, response) => response.writeHead(code, headers).end();
};
/** A binary answer with `change` applied to its output. */
const inBytes =
  (change: object = {}, { bytes = BYTES, header = (length: number) => String(length) } = {}): Route =>
  (_, response) => {
    const output = { name: "read", datatype: "FP32", shape: [2, 2], parameters: { binary_data_size: 16 } };
    const head = Buffer.from(JSON.stringify({ model_name: "m", outputs: [{ ...output, ...change }] }));
    response.writeHead(200, { "inference-header-content-length": header(head.length) });
    response.end(Buffer.concat([head, bytes]));
  };
const inJson = (change: object = {}): Route =>
  json({ outputs: [{ name: "read", datatype: "FP32", shape: [2, 2], data: [0, 0.25, 0.5, 1], ...change }] });

const PATH = "/v2/models/m";
const METADATA = {
  name: "m",
  versions: ["1"],
  platform: "onnxruntime_onnx",
  inputs: [{ name: "crops", datatype: "FP32", shape: [-1, 3] }],
  outputs: [{ name: "read", datatype: "FP32", shape: [-1, 2] }],
};
const HEALTHY: Record<string, Route> = {
  "/v2": json({ name: "triton", version: "2", extensions: ["binary_tensor_data"] }),
  "/v2/health/ready": status(200),
  [`${PATH}/ready`]: status(200),
  [PATH]: json(METADATA),
  [`${PATH}/infer`]: inBytes(),
};

let routes: Record<string, Route> = {};
let asked: string[] = [];
let sockets = 0;
const server = createServer((request, response) => {
  asked.push(request.url ?? "");
  const route = routes[request.url ?? ""];
  if (route) route(request, response);
  else response.writeHead(404).end();
});
server.on("connection", () => (sockets += 1));
let url = "";
beforeEach(async () => {
  [routes, asked, sockets] = [{ ...HEALTHY }, [], 0];
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server, so an AddressInfo
});
afterEach(async () => {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
});

const TIMEOUTS = { metadataMs: 2000, inferMs: 2000 };
function network({ version = null as string | null, token = null as string | null, timeouts = TIMEOUTS } = {}) {
  const own = new KserveNetwork(spec, { url, token, isBinary: false }, { name: "m", version }, timeouts);
  onTestFinished(() => own.close());
  return own;
}
const run = (own = network()) => own.run(INPUT, [2, 3]);

/** The model's metadata with `change` applied. */
const misfit = (change: object): Route => json({ ...METADATA, ...change });
const tensor = (change: object) => [{ name: "crops", datatype: "FP32", shape: [-1, 3], ...change }];
const floats = (...values: number[]) => ({ bytes: Buffer.from(new Float32Array(values).buffer) });

describe("a request", () => {
  test("is sent as bytes over one connection, and the metadata are read once", async () => {
    const bodies: Buffer[] = [];
    routes[`${PATH}/infer`] = async (request, response) => {
      bodies.push(await buffer(request));
      const length = Number(request.headers["inference-header-content-length"]);
      expect(request.headers["content-length"]).toBe(String(length + 24));
      expect(JSON.parse(bodies.at(-1)!.subarray(0, length).toString())).toEqual({
        inputs: [{ name: "crops", shape: [2, 3], datatype: "FP32", parameters: { binary_data_size: 24 } }],
        outputs: [{ name: "read", parameters: { binary_data: true } }],
      });
      inBytes()(request, response);
    };
    const own = network();
    expect(await run(own)).toEqual({ data: ANSWER, shape: [2, 2] });
    await run(own);
    expect(asked).toEqual(["/v2", `${PATH}/ready`, PATH, `${PATH}/infer`, `${PATH}/infer`]);
    expect(sockets).toBe(1);
    expect(bodies[0]!.subarray(-24)).toEqual(Buffer.from(INPUT.buffer));
  });

  test("is sent as JSON when the server does not announce the binary extension; nested numbers are read", async () => {
    routes["/v2"] = json({ name: "other", version: "1" });
    routes[`${PATH}/infer`] = async (request, response) => {
      expect(request.headers["inference-header-content-length"]).toBeUndefined();
      expect(JSON.parse((await buffer(request)).toString())).toEqual({
        inputs: [{ name: "crops", shape: [2, 3], datatype: "FP32", data: [1, 2, 3, 4, 5, 6] }],
        outputs: [{ name: "read" }],
      });
      inJson({
        data: [
          [0, 0.25],
          [0.5, 1],
        ],
      })(request, response);
    };
    expect((await run()).data).toEqual(ANSWER);
  });

  test("names the configured version and sends the token", async () => {
    const path = `${PATH}/versions/7`;
    const tokens = new Set<string | undefined>();
    for (const [own, of] of [
      [path, PATH],
      [`${path}/ready`, `${PATH}/ready`],
      [`${path}/infer`, `${PATH}/infer`],
    ] as const) {
      routes[own] = (request, response) => {
        tokens.add(request.headers.authorization);
        HEALTHY[of]?.(request, response);
      };
    }
    await run(network({ version: "7", token: "secret" }));
    expect(asked.slice(1)).toEqual([`${path}/ready`, path, `${path}/infer`]);
    expect([...tokens]).toEqual(["Bearer secret"]);
  });
});

describe("a server that cannot be used: UnavailableError, and the next request tries again", () => {
  test.each<[string, Record<string, Route>, RegExp]>([
    ["not this protocol", { "/v2": json("hello") }, /with this protocol's metadata/],
    ["no JSON", { "/v2": (_, response) => response.end("<html>") }, /does not answer/],
    ["metadata without end", { "/v2": endless }, /more than the 1048576 bytes/],
    ["no token", { "/v2": status(401) }, /refuses access \(status 401\)/],
    [
      "redirected",
      { "/v2": status(302, { location: "http://elsewhere/" }) },
      /redirects to another address \(status 302\)/,
    ],
    ["failing", { "/v2": json({ error: "out of\nmemory" }, 500) }, /failed \(status 500\): “out of memory”/],
    ["starting", { [`${PATH}/ready`]: status(400), "/v2/health/ready": status(400) }, /is not ready \(status 400\)/],
    ["without the model", { [`${PATH}/ready`]: status(404) }, /is ready, but not with the model m \(status 404\)/],
    ["loading the model", { [`${PATH}/ready`]: json({ name: "m", ready: false }) }, /not with the model m/],
    ["other input", { [PATH]: misfit({ inputs: tensor({ name: "x" }) }) }, /does not match: it has no input crops/],
    ["other type", { [PATH]: misfit({ inputs: tensor({ datatype: "UINT8" }) }) }, /crops is not of type FP32/],
    ["fixed batch", { [PATH]: misfit({ inputs: tensor({ shape: [1, 3] }) }) }, /shape \[1, 3\], not \[-1, 3\]/],
    ["other rank", { [PATH]: misfit({ inputs: tensor({ shape: [-1, 3, 1] }) }) }, /shape \[-1, 3, 1\]/],
    ["two inputs", { [PATH]: misfit({ inputs: [...tensor({}), ...tensor({ name: "y" })] }) }, /needs 2 inputs/],
    ["other output", { [PATH]: misfit({ outputs: [] }) }, /it has no output read/],
    ["model unloaded", { [`${PATH}/infer`]: json({ error: "not found" }, 404) }, /has no model m \(status 404\)/],
    ["a proxy's limit", { [`${PATH}/infer`]: status(413) }, /refuses requests as large as a photo/],
    ["overloaded", { [`${PATH}/infer`]: status(429) }, /is overloaded or not ready/],
    ["another protocol", { "/v2": ({ socket }) => socket.end("SSH-2.0-x\r\n") }, /reached \(HPE_INVALID_CONSTANT\)/],
    [
      "connection reset",
      { [`${PATH}/infer`]: (_, response) => response.destroy() },
      /cannot be reached \(ECONNRESET\)/,
    ],
  ])("%s", async (_name, change, message) => {
    Object.assign(routes, change);
    const own = network();
    const error = await run(own).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(UnavailableError);
    expect(String(error)).toMatch(message);
    routes = { ...HEALTHY };
    expect((await run(own)).data).toEqual(ANSWER);
  });

  test("a timeout before or during the answer", async () => {
    const timeouts = { metadataMs: 100, inferMs: 100 };
    routes["/v2"] = () => undefined;
    await expect(run(network({ timeouts }))).rejects.toThrow(/^The model server did not answer within/);
    routes["/v2"] = (_, response) => void response.writeHead(200, { "content-length": "50" }).write("{");
    const error = await run(network({ timeouts })).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(UnavailableError);
  });

  test("fails after three refused connections, and succeeds when the server returns in between", async () => {
    const own = network();
    await run(own);
    const port = Number(new URL(url).port);
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
    await expect(run(own)).rejects.toThrow("The model server cannot be reached (ECONNREFUSED).");
    const retried = run(own);
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    expect((await retried).data).toEqual(ANSWER);
  });

  test("retries status 503 at most twice, and no other status", async () => {
    let busy = 2;
    routes[`${PATH}/infer`] = (request, response) => (busy-- > 0 ? status(503) : inBytes())(request, response);
    expect((await run()).data).toEqual(ANSWER);
    expect(asked.filter((path) => path.endsWith("/infer"))).toHaveLength(3);
    asked = [];
    routes[`${PATH}/infer`] = status(503);
    await expect(run()).rejects.toThrow("is overloaded or not ready (status 503)");
    expect(asked.filter((path) => path.endsWith("/infer"))).toHaveLength(3);
    asked = [];
    routes[`${PATH}/infer`] = status(502);
    await expect(run()).rejects.toThrow(UnavailableError);
    expect(asked.filter((path) => path.endsWith("/infer"))).toHaveLength(1);
  });

  test("retries on a new connection when the server closed the idle one", async () => {
    const own = network();
    await run(own);
    let isFirst = true;
    routes[`${PATH}/infer`] = (request, response) => {
      if (!isFirst) return inBytes()(request, response);
      isFirst = false;
      return request.socket.resetAndDestroy();
    };
    expect((await run(own)).data).toEqual(ANSWER);
    expect(sockets).toBe(2);
  });
});

describe("refuses an invalid answer", () => {
  test.each<[string, Route, RegExp]>([
    ["no JSON", (_, response) => response.end("PK\u0003"), /is not an inference answer/],
    ["nothing", (_, response) => response.end(), /is not an inference answer/],
    ["two outputs", json({ outputs: [{}, {}] }), /is not an inference answer/],
    ["another output", inBytes({ name: "logits" }), /holds the output “logits”, not read/],
    ["another type", inBytes({ datatype: "FP64" }), /holds “FP64”, not FP32/],
    ["another shape", inBytes({ shape: [4, 1] }), /has the shape \[4, 1\], not \[2, 2\]/],
    ["a huge shape", inBytes({ shape: [2, 1e15] }), /has the shape/],
    ["a negative shape", inBytes({ shape: [-2, -2] }), /is not an inference answer/],
    ["too few bytes", inBytes({}, { bytes: BYTES.subarray(4) }), /12 bytes of numbers and announces 16, not 16/],
    ["too many bytes", inBytes({}, { bytes: Buffer.alloc(20) }), /20 bytes of numbers/],
    ["another announced size", inBytes({ parameters: { binary_data_size: 8 } }), /announces 8, not 16/],
    ["a fraction of bytes", inBytes({ parameters: { binary_data_size: 1.5 } }), /is not an inference answer/],
    ["a header too long", inBytes({}, { header: () => "99999" }), /where its tensor begins/],
    ["a header that is no number", inBytes({}, { header: () => "-1" }), /where its tensor begins/],
    ["NaN", inBytes({}, floats(0, NaN, 0, 0)), /holds the number NaN/],
    ["infinity", inBytes({}, floats(0, 0, Infinity, 0)), /holds the number Infinity/],
    ["out of range", inBytes({}, floats(0, 0, 0, 7)), /holds the number 7/],
    ["JSON with too few numbers", inJson({ data: [0, 0, 0] }), /has 3 numbers, not 4/],
    ["JSON with too many numbers", inJson({ data: [0, 0, 0, 0, 0] }), /has more than 4 numbers/],
    ["JSON with words", inJson({ data: [0, "0", 0, 0] }), /contains a value that is not a number/],
    ["JSON with null for NaN", inJson({ data: [0, null, 0, 0] }), /contains a value that is not a number/],
    ["JSON nested deeply", (_, response) => response.end(nestedDeeply()), /has 0 numbers, not 4/],
    ["JSON without numbers", inJson({ data: undefined }), /contains a value that is not a number/],
    ["an answer without end", endless, /more than the 65696 bytes/],
    ["an error over this input", json({ error: "bad shape" }, 400), /failed \(status 400\): “bad shape”/],
  ])("%s", async (_name, route, message) => {
    const answers = [route, inBytes({ shape: [1, 2], parameters: { binary_data_size: 8 } }, floats(0, 1))];
    routes[`${PATH}/infer`] = (request, response) => answers.shift()?.(request, response);
    const error = await run().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(UnavailableError);
    expect(String(error)).toMatch(message);
    expect(answers).toEqual([]);
  });

  test("is unavailable when it fails for the smallest input as well", async () => {
    routes[`${PATH}/infer`] = json({ error: "CUDA error: an illegal memory access" }, 500);
    const error = await run().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(UnavailableError);
    expect(String(error)).toMatch("failed (status 500): “CUDA error: an illegal memory access”");
  });
});

/** Answers without end. */
function endless(_: IncomingMessage, response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, " ");
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", more);
  more();
}

/** JSON nested as deeply as an answer's size limit allows. */
const nestedDeeply = (): string =>
  `{"outputs":[{"name":"read","datatype":"FP32","shape":[2,2],"data":${"[".repeat(30_000)}${"]".repeat(30_000)}}]}`;
