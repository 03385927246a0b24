import { readFile } from "node:fs/promises";
import { InferenceSession, Tensor } from "onnxruntime-node";
import type { Floats, Network, NetworkAnswer } from "./network.ts";

export interface OnnxOptions {
  threads: number;
  /** Name of a further output that each run returns as `second`. */
  secondOutput?: string;
  /** Path of an ONNX file whose nodes and outputs are added to the network. They can read the network's tensors. */
  part?: string;
}

/** A network that ONNX Runtime runs in this process. No other code imports ONNX Runtime. */
export class OnnxNetwork implements Network {
  readonly #session: InferenceSession;
  readonly #outputs: readonly string[];

  private constructor(session: InferenceSession, secondOutput: string | undefined) {
    this.#session = session;
    this.#outputs = [session.outputNames[0] ?? "", ...(secondOutput === undefined ? [] : [secondOutput])];
  }

  /** Loads an .onnx file or its content. Throws ONNX Runtime's error when it is missing or not a network. */
  static async load(file: string | Uint8Array, { threads, secondOutput, part }: OnnxOptions): Promise<OnnxNetwork> {
    const options: InferenceSession.SessionOptions = {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: "sequential",
      graphOptimizationLevel: "all",
      // The arena halves the time of a run. The memory pattern would keep one plan for each input size.
      enableCpuMemArena: true,
      enableMemPattern: false,
      logSeverityLevel: 3,
      // Waiting threads must not spin: that would take a quarter of the processor time of a detection.
      extra: { session: { intra_op: { allow_spinning: "0" } } },
    };
    const model = part === undefined ? file : await withPart(file, part);
    // Two calls, because the overloads take either a path or bytes.
    const session =
      typeof model === "string"
        ? await InferenceSession.create(model, options)
        : await InferenceSession.create(model, options);
    return new OnnxNetwork(session, secondOutput);
  }

  /** Runs the network once. Throws when an output is not a tensor of 32-bit floats. */
  async run(data: Float32Array, shape: readonly number[]): Promise<NetworkAnswer> {
    const answer = await this.runAll(data, shape, this.#outputs);
    const [first, second] = this.#outputs.map((name) => answer[name]);
    if (!first) throw new Error("the network has no output");
    return { ...first, ...(second && { second }) };
  }

  /** Runs the network once and returns several outputs by name. Throws when one is not a tensor of 32-bit floats. */
  async runAll(
    data: Float32Array,
    shape: readonly number[],
    outputNames: readonly string[] = this.#session.outputNames,
  ): Promise<Record<string, Floats>> {
    const [inputName = ""] = this.#session.inputNames;
    const answer = await this.#session.run({ [inputName]: new Tensor("float32", data, shape) }, [...outputNames]);
    return Object.fromEntries(Object.entries(answer).map(([name, output]) => [name, toFloats(output)]));
  }

  close(): Promise<void> {
    return this.#session.release();
  }
}

function toFloats(output: Tensor | undefined): Floats {
  if (!output || !(output.data instanceof Float32Array))
    throw new Error("an output of the network is not a tensor of 32-bit floats");
  return { data: output.data, shape: output.dims };
}

/** A network's bytes with those of a part. ONNX files are protobuf messages, and concatenated protobuf messages are merged. */
const withPart = async (file: string | Uint8Array, part: string): Promise<Uint8Array> =>
  Buffer.concat([typeof file === "string" ? await readFile(file) : file, await readFile(part)]);
