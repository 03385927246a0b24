import { z } from "zod";
import { UnavailableError } from "@precount/forked-process";
import { type Floats, type Network, zeros } from "@precount/inference";
import type { NetworkSpec, TensorSpec } from "../network-spec.ts";
import { type Reply, Connection, away } from "./connection.ts";
import type { ModelServer, ServedModel } from "./model-server.ts";
import { DATATYPE, decodeAnswer, encodeRequest, errorIn, mostBytesOf, said } from "./tensors.ts";

/** Waits, milliseconds: for facts, and for an inference, a cold server's first one included. */
export const PATIENCE = { factsMs: 5000, inferMs: 30_000 };
const MOST_FACTS_BYTES = 1024 * 1024;
/** How a server says, in its metadata, that it takes and gives tensors as bytes. */
const BINARY_EXTENSION = "binary_tensor_data";

const TELL = "Please tell your administrator.";

const serverSchema = z.object({ extensions: z.array(z.string()).default([]) });
const tensorSchema = z.object({ name: z.string(), datatype: z.string(), shape: z.array(z.number().int()).max(8) });
const modelSchema = z.object({ inputs: z.array(tensorSchema).max(64), outputs: z.array(tensorSchema).max(64) });
type Tensor = z.infer<typeof tensorSchema>;

interface Facts {
  isBinary: boolean;
}

/**
 * A network on a model server (Open Inference Protocol over HTTP). Before its first use the server's metadata are compared with
 * what our code expects, and again after every error. UnavailableError while the server cannot be used, whatever the reason;
 * Error when it answers this one input wrongly, and others well.
 */
export class KserveNetwork implements Network {
  readonly #spec: NetworkSpec;
  readonly #connection: Connection;
  readonly #model: ServedModel;
  readonly #path: string;
  readonly #isBinary: boolean;
  readonly #patience: typeof PATIENCE;
  #facts: Facts | undefined;

  constructor(spec: NetworkSpec, server: ModelServer, model: ServedModel, patience = PATIENCE) {
    this.#spec = spec;
    this.#connection = new Connection(server);
    this.#model = model;
    const version = model.version === null ? "" : `/versions/${encodeURIComponent(model.version)}`;
    this.#path = `/v2/models/${encodeURIComponent(model.name)}${version}`;
    this.#isBinary = server.isBinary;
    this.#patience = patience;
  }

  async run(data: Float32Array, shape: readonly number[]): Promise<Floats> {
    try {
      return await this.#infer({ data, shape });
    } catch (error) {
      this.#facts = undefined;
      if (!(error instanceof UnavailableError)) await this.#mustWork();
      throw error;
    }
  }

  close(): Promise<void> {
    this.#connection.close();
    return Promise.resolve();
  }

  async #infer(input: Floats): Promise<Floats> {
    this.#facts ??= await this.#learn();
    const shape = this.#spec.answerShape(input.shape);
    const reply = await this.#connection.ask({
      path: `${this.#path}/infer`,
      ...encodeRequest(this.#spec, input, this.#facts.isBinary),
      timeoutMs: this.#patience.inferMs,
      mostBytes: mostBytesOf(shape),
    });
    if (reply.status !== 200) throw this.#failure(reply);
    return { data: decodeAnswer(reply, this.#spec, shape), shape };
  }

  /** Whose fault an error is: what fails over nothing at all, such as a GPU that needs a restart, is not the photo's. */
  async #mustWork(): Promise<void> {
    const { smallest } = this.#spec;
    try {
      await this.#infer({ data: zeros(smallest), shape: smallest });
    } catch (error) {
      this.#facts = undefined;
      throw unavailable(error);
    }
  }

  async #learn(): Promise<Facts> {
    try {
      const { extensions } = await this.#tell("/v2", serverSchema);
      await this.#mustBeReady();
      const { inputs, outputs } = await this.#tell(this.#path, modelSchema);
      this.#mustFit("input", inputs, this.#spec.input);
      this.#mustFit("output", outputs, this.#spec.output);
      return { isBinary: this.#isBinary || extensions.includes(BINARY_EXTENSION) };
    } catch (error) {
      // Nothing was sent yet that could be at fault.
      throw unavailable(error);
    }
  }

  #get(path: string): Promise<Reply> {
    return this.#connection.ask({ path, timeoutMs: this.#patience.factsMs, mostBytes: MOST_FACTS_BYTES });
  }

  async #tell<T extends z.ZodType>(path: string, schema: T): Promise<z.infer<T>> {
    const reply = await this.#get(path);
    if (reply.status !== 200) throw this.#failure(reply);
    const parsed = schema.safeParse(jsonOf(reply.body));
    if (!parsed.success) throw away(`answers ${path} with something else than this protocol's metadata.`);
    return parsed.data;
  }

  /** The model itself: a server may be called unready over models that are none of ours. */
  async #mustBeReady(): Promise<void> {
    const reply = await this.#get(`${this.#path}/ready`);
    const isReady = reply.status === 200 && z.object({ ready: z.literal(false) }).safeParse(jsonOf(reply.body)).error;
    if (isReady) return;
    if (isAuthorisation(reply.status) || isElsewhere(reply.status)) throw this.#failure(reply);
    const server = await this.#get("/v2/health/ready");
    if (server.status !== 200) throw away(`is not ready (status ${server.status}).`);
    throw away(`is ready, but not with the model ${this.#name} (status ${reply.status}). ${TELL}`);
  }

  #mustFit(side: "input" | "output", offered: readonly Tensor[], { name, shape }: TensorSpec): void {
    const tensor = offered.find((tensor) => tensor.name === name);
    const misfit = (what: string) => away(`has a model ${this.#name} that does not fit: ${what}. ${TELL}`);
    if (!tensor) throw misfit(`it has no ${side} ${name}`);
    if (tensor.datatype !== DATATYPE) throw misfit(`its ${side} ${name} is not of type ${DATATYPE}`);
    // Theirs may be free where ours is not, never the other way round.
    const fits =
      tensor.shape.length === shape.length && tensor.shape.every((side, i) => side === -1 || side === shape[i]);
    if (!fits) throw misfit(`its ${side} ${name} has the shape ${said(tensor.shape)}, not ${said(shape)}`);
    if (side === "input" && offered.length > 1) throw misfit(`it wants ${offered.length} inputs`);
  }

  get #name(): string {
    return this.#model.version === null ? this.#model.name : `${this.#model.name}, version ${this.#model.version}`;
  }

  /** Whose fault a status is: only what may be about this one input is not the server's. */
  #failure({ status, body }: Reply): Error {
    const words = errorIn(body);
    if (isAuthorisation(status)) return away(`refuses us (status ${status}): the token is wrong or missing. ${TELL}`);
    if (isElsewhere(status)) {
      return away(`sends us elsewhere (status ${status}), which is not followed. ${TELL}`);
    }
    if (status === 404) return away(`does not know ${this.#name} (status 404)${words}. ${TELL}`);
    if (status === 413) {
      return away(`or a proxy before it takes no request as large as a photo (status 413). ${TELL}`);
    }
    if ([429, 502, 503, 504].includes(status)) return away(`has too much to do or is not ready (status ${status}).`);
    return new Error(`The model server failed (status ${status})${words}.`);
  }
}

const unavailable = (error: unknown): UnavailableError =>
  error instanceof UnavailableError
    ? error
    : new UnavailableError(error instanceof Error ? error.message : String(error), { cause: error });
const isAuthorisation = (status: number): boolean => status === 401 || status === 403;
const isElsewhere = (status: number): boolean => status >= 300 && status < 400;

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}
