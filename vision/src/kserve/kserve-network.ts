import { z } from "zod";
import { UnavailableError } from "@precount/forked-process";
import { type Floats, type Network, zeros } from "@precount/inference";
import type { NetworkSpec, TensorSpec } from "../network-spec.ts";
import { type ServerReply, ModelServerClient, serverUnavailable } from "./model-server-client.ts";
import type { ModelServer, ServedModel } from "./model-server.ts";
import { DATATYPE, decodeAnswer, encodeRequest, quotedError, maxAnswerBytes, formatShape } from "./tensors.ts";

/** Time limits for a metadata request and for an inference. A cold server's first inference is slow. */
export const TIMEOUTS = { metadataMs: 5000, inferMs: 30_000 };
const MAX_METADATA_BYTES = 1024 * 1024;
/** The extension by which a server's metadata announce that it exchanges tensors as bytes. */
const BINARY_EXTENSION = "binary_tensor_data";

const TELL_ADMIN = "Please tell your admin.";

const serverSchema = z.object({ extensions: z.array(z.string()).default([]) });
const tensorSchema = z.object({ name: z.string(), datatype: z.string(), shape: z.array(z.number().int()).max(8) });
const modelSchema = z.object({ inputs: z.array(tensorSchema).max(64), outputs: z.array(tensorSchema).max(64) });
type Tensor = z.infer<typeof tensorSchema>;

interface ServerFeatures {
  isBinary: boolean;
}

/**
 * A network on a model server (Open Inference Protocol over HTTP). Compares the server's metadata with what the runtime
 * expects before the first run and again after every error. `run` throws UnavailableError while the server cannot be used,
 * and Error when it fails only for this input.
 */
export class KserveNetwork implements Network {
  readonly #spec: NetworkSpec;
  readonly #client: ModelServerClient;
  readonly #model: ServedModel;
  readonly #path: string;
  /** Sends tensors as bytes even when the server does not announce it. */
  readonly #forceBinary: boolean;
  readonly #timeouts: typeof TIMEOUTS;
  #features: ServerFeatures | undefined;

  constructor(spec: NetworkSpec, server: ModelServer, model: ServedModel, timeouts = TIMEOUTS) {
    this.#spec = spec;
    this.#client = new ModelServerClient(server);
    this.#model = model;
    const version = model.version === null ? "" : `/versions/${encodeURIComponent(model.version)}`;
    this.#path = `/v2/models/${encodeURIComponent(model.name)}${version}`;
    this.#forceBinary = server.isBinary;
    this.#timeouts = timeouts;
  }

  async run(data: Float32Array, shape: readonly number[]): Promise<Floats> {
    try {
      return await this.#infer({ data, shape });
    } catch (error) {
      this.#features = undefined;
      if (!(error instanceof UnavailableError)) await this.#assertServerWorks();
      throw error;
    }
  }

  close(): Promise<void> {
    this.#client.close();
    return Promise.resolve();
  }

  async #infer(input: Floats): Promise<Floats> {
    this.#features ??= await this.#readMetadata();
    const shape = this.#spec.answerShape(input.shape);
    const reply = await this.#client.send({
      path: `${this.#path}/infer`,
      ...encodeRequest(this.#spec, input, this.#features.isBinary),
      timeoutMs: this.#timeouts.inferMs,
      maxBytes: maxAnswerBytes(shape),
    });
    if (reply.status !== 200) throw this.#statusError(reply);
    return { data: decodeAnswer(reply, this.#spec, shape), shape };
  }

  /**
   * Runs the smallest input of zeros. When that fails too, the server is at fault, for example with a GPU that needs a
   * restart, and not the photo.
   */
  async #assertServerWorks(): Promise<void> {
    const { smallest } = this.#spec;
    try {
      await this.#infer({ data: zeros(smallest), shape: smallest });
    } catch (error) {
      this.#features = undefined;
      throw unavailable(error);
    }
  }

  async #readMetadata(): Promise<ServerFeatures> {
    try {
      const { extensions } = await this.#getJson("/v2", serverSchema);
      await this.#assertReady();
      const { inputs, outputs } = await this.#getJson(this.#path, modelSchema);
      this.#assertTensorMatches("input", inputs, this.#spec.input);
      this.#assertTensorMatches("output", outputs, this.#spec.output);
      return { isBinary: this.#forceBinary || extensions.includes(BINARY_EXTENSION) };
    } catch (error) {
      // No input was sent yet, so no photo can be at fault.
      throw unavailable(error);
    }
  }

  #get(path: string): Promise<ServerReply> {
    return this.#client.send({ path, timeoutMs: this.#timeouts.metadataMs, maxBytes: MAX_METADATA_BYTES });
  }

  async #getJson<T extends z.ZodType>(path: string, schema: T): Promise<z.infer<T>> {
    const reply = await this.#get(path);
    if (reply.status !== 200) throw this.#statusError(reply);
    const parsed = schema.safeParse(jsonOf(reply.body));
    if (!parsed.success) throw serverUnavailable(`does not answer ${path} with this protocol's metadata.`);
    return parsed.data;
  }

  /** Checks the model and not the server, which may be unready because of other models. */
  async #assertReady(): Promise<void> {
    const reply = await this.#get(`${this.#path}/ready`);
    const isReady = reply.status === 200 && z.object({ ready: z.literal(false) }).safeParse(jsonOf(reply.body)).error;
    if (isReady) return;
    if (isAuthorizationError(reply.status) || isRedirect(reply.status)) throw this.#statusError(reply);
    const server = await this.#get("/v2/health/ready");
    if (server.status !== 200) throw serverUnavailable(`is not ready (status ${server.status}).`);
    throw serverUnavailable(`is ready, but not with the model ${this.#name} (status ${reply.status}). ${TELL_ADMIN}`);
  }

  #assertTensorMatches(side: "input" | "output", offered: readonly Tensor[], { name, shape }: TensorSpec): void {
    const tensor = offered.find((tensor) => tensor.name === name);
    const mismatch = (what: string) =>
      serverUnavailable(`has a model ${this.#name} that does not match: ${what}. ${TELL_ADMIN}`);
    if (!tensor) throw mismatch(`it has no ${side} ${name}`);
    if (tensor.datatype !== DATATYPE) throw mismatch(`its ${side} ${name} is not of type ${DATATYPE}`);
    // The server's dimension may be variable where the expected one is fixed, but not the reverse.
    const fits =
      tensor.shape.length === shape.length && tensor.shape.every((side, i) => side === -1 || side === shape[i]);
    if (!fits)
      throw mismatch(`its ${side} ${name} has the shape ${formatShape(tensor.shape)}, not ${formatShape(shape)}`);
    if (side === "input" && offered.length > 1) throw mismatch(`it needs ${offered.length} inputs`);
  }

  get #name(): string {
    return this.#model.version === null ? this.#model.name : `${this.#model.name}, version ${this.#model.version}`;
  }

  /** Converts a status to an error: UnavailableError unless the status may concern this one input. */
  #statusError({ status, body }: ServerReply): Error {
    const words = quotedError(body);
    if (isAuthorizationError(status))
      return serverUnavailable(`refuses access (status ${status}): the token is wrong or missing. ${TELL_ADMIN}`);
    if (isRedirect(status)) {
      return serverUnavailable(
        `redirects to another address (status ${status}). Redirects are not followed. ${TELL_ADMIN}`,
      );
    }
    if (status === 404) return serverUnavailable(`has no model ${this.#name} (status 404)${words}. ${TELL_ADMIN}`);
    if (status === 413) {
      return serverUnavailable(`or its proxy refuses requests as large as a photo (status 413). ${TELL_ADMIN}`);
    }
    if ([429, 502, 503, 504].includes(status))
      return serverUnavailable(`is overloaded or not ready (status ${status}).`);
    return new Error(`The model server failed (status ${status})${words}.`);
  }
}

const unavailable = (error: unknown): UnavailableError =>
  error instanceof UnavailableError
    ? error
    : new UnavailableError(error instanceof Error ? error.message : String(error), { cause: error });
const isAuthorizationError = (status: number): boolean => status === 401 || status === 403;
const isRedirect = (status: number): boolean => status >= 300 && status < 400;

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}
