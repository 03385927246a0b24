/**
 * A model server for tests. It runs the networks of a Triton model repository and speaks the Open Inference Protocol with
 * Triton's binary tensor data extension. It shares no code with the client under test.
 */
import { readFile, readdir } from "node:fs/promises";
import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { OnnxNetwork } from "@precount/inference";
import { z } from "zod";

export interface ModelServerOptions {
  /** The folder of a Triton model repository. */
  repository: string;
  /** Whether it supports and announces the binary tensor data extension. */
  isBinary?: boolean;
  /** The bearer token that every request must carry. */
  token?: string;
  tls?: { key: string; cert: string };
  port?: number;
}

export interface TestModelServer {
  url: string;
  /** All requests so far, such as 'GET /v2'. */
  requests: string[];
  /** The number of connections so far. */
  connections(): number;
  close(): Promise<void>;
}

interface LoadedNetwork {
  network: OnnxNetwork;
  input: TensorDescription;
  output: TensorDescription;
}
interface TensorDescription {
  name: string;
  datatype: "FP32";
  shape: number[];
}

/** Starts a model server, by default on a free port. */
export async function startModelServer(options: ModelServerOptions): Promise<TestModelServer> {
  const { isBinary = true, token, tls } = options;
  const models = await loadRepository(options.repository);
  const requests: string[] = [];
  let connections = 0;
  const listener: RequestListener = (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(models, isBinary, token, request, response).catch((error: unknown) => {
      const status = error instanceof BadRequest ? error.status : 500;
      sendJson(response, status, { error: error instanceof Error ? error.message : String(error) });
    });
  };
  const server: Server = tls ? createSecureServer(tls, listener) : createServer(listener);
  server.on("connection", () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return {
    url: tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      for (const { network } of models.values()) await network.close();
    },
  };
}

class BadRequest extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
function assertRequest(holds: boolean, message: string, status = 400): asserts holds {
  if (!holds) throw new BadRequest(status, message);
}

async function loadRepository(folder: string): Promise<Map<string, LoadedNetwork>> {
  const models = new Map<string, LoadedNetwork>();
  for (const name of await readdir(folder)) {
    const config = await readFile(join(folder, name, "config.pbtxt"), "utf8");
    if (!config.includes(`name: "${name}"`)) throw new Error(`the model in ${name} has another name`);
    const network = await OnnxNetwork.load(join(folder, name, "1", "model.onnx"), { threads: 1 });
    models.set(name, {
      network,
      input: parseTensorConfig(config, "input"),
      output: parseTensorConfig(config, "output"),
    });
  }
  return models;
}

/** Parses the only input or output of a model configuration. */
function parseTensorConfig(config: string, side: "input" | "output"): TensorDescription {
  const block = new RegExp(String.raw`^${side} \[([\s\S]*?)^\]`, "m").exec(config)?.[1] ?? "";
  const name = /name: "(\w+)"/.exec(block)?.[1] ?? "";
  if (!block.includes("data_type: TYPE_FP32")) throw new Error(`the ${side} ${name} is of another type`);
  const dims = /dims: \[([-\d, ]+)\]/.exec(block)?.[1] ?? "";
  return { name, datatype: "FP32", shape: dims.split(",").map(Number) };
}

async function answer(
  models: ReadonlyMap<string, LoadedNetwork>,
  isBinary: boolean,
  token: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  assertRequest(token === undefined || request.headers.authorization === `Bearer ${token}`, "no such token", 401);
  const { method, url = "" } = request;
  if (method === "GET" && url === "/v2") {
    const extensions = ["model_repository", ...(isBinary ? ["binary_tensor_data"] : [])];
    return sendJson(response, 200, { name: "test", version: "1", extensions });
  }
  if (method === "GET" && url === "/v2/health/ready") return void response.end();
  const [, name = "", verb = ""] = /^\/v2\/models\/([^/]+)(?:\/versions\/1)?(\/ready|\/infer|)$/.exec(url) ?? [];
  const model = models.get(name);
  assertRequest(model !== undefined, `Request for unknown model: '${name}' is not found`, 404);
  if (verb === "/ready" && method === "GET") return void response.end();
  if (verb === "" && method === "GET") {
    const platform = "onnxruntime_onnx";
    return sendJson(response, 200, { name, versions: ["1"], platform, inputs: [model.input], outputs: [model.output] });
  }
  assertRequest(verb === "/infer" && method === "POST", "no such call", 405);
  await infer(name, model, isBinary, request, response);
}

const inferSchema = z.object({
  inputs: z.tuple([
    z.object({
      name: z.string(),
      datatype: z.string(),
      shape: z.array(z.number().int().positive()),
      parameters: z.object({ binary_data_size: z.number().int() }).optional(),
      data: z.array(z.number()).optional(),
    }),
  ]),
  outputs: z.tuple([
    z.object({ name: z.string(), parameters: z.object({ binary_data: z.boolean().optional() }).optional() }),
  ]),
});

async function infer(
  name: string,
  { network, input, output }: LoadedNetwork,
  isBinary: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await buffer(request);
  assertRequest(request.headers["content-length"] === String(body.length), "wrong Content-Length");
  const length = request.headers["inference-header-content-length"];
  assertRequest(isBinary || length === undefined, "this server takes JSON alone");
  const json = length === undefined ? body : body.subarray(0, Number(length));
  const bytes = body.subarray(json.length);
  const { inputs, outputs } = inferSchema.parse(JSON.parse(json.toString("utf8")));
  const [given] = inputs;
  const [wanted] = outputs;
  assertRequest(given.name === input.name && given.datatype === input.datatype, "no such input");
  assertRequest(wanted.name === output.name, "no such output");
  assertRequest(
    given.shape.length === input.shape.length && input.shape.every((side, i) => side === -1 || side === given.shape[i]),
    `the input's shape ${given.shape.join()} does not fit ${input.shape.join()}`,
  );
  const count = given.shape.reduce((product, side) => product * side, 1);
  let floats: Float32Array;
  if (given.data) {
    assertRequest(given.data.length === count && bytes.length === 0, "wrong number of numbers");
    floats = Float32Array.from(given.data);
  } else {
    const size = given.parameters?.binary_data_size;
    assertRequest(
      size !== undefined && size === count * 4 && bytes.length === size,
      `expected ${count * 4} bytes, got ${bytes.length}`,
    );
    // A copy, because a Float32Array must start at a multiple of four bytes.
    floats = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + size));
  }
  const found = await network.run(floats, given.shape);
  const common = { name: output.name, datatype: "FP32", shape: found.shape };
  if (!isBinary || wanted.parameters?.binary_data !== true) {
    return sendJson(response, 200, { model_name: name, outputs: [{ ...common, data: Array.from(found.data) }] });
  }
  const answerBytes = Buffer.alloc(found.data.length * 4);
  found.data.forEach((value, i) => answerBytes.writeFloatLE(value, i * 4));
  const parameters = { binary_data_size: answerBytes.length };
  const answerJson = Buffer.from(JSON.stringify({ model_name: name, outputs: [{ ...common, parameters }] }));
  response.writeHead(200, {
    "content-type": "application/octet-stream",
    "inference-header-content-length": answerJson.length,
    "content-length": answerJson.length + answerBytes.length,
  });
  response.end(Buffer.concat([answerJson, answerBytes]));
}

function sendJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
