import { InferenceSession, Tensor } from "onnxruntime-node";
import type { Floats, Network, NetworkAnswer } from "./network.ts";

export interface OnnxOptions {
  threads: number;
  /** Name of another output that each run answers too, as `second`. */
  secondOutput?: string;
}

/** A network that ONNX Runtime runs in this process. The only code that knows ONNX Runtime. */
export class OnnxNetwork implements Network {
  readonly #session: InferenceSession;
  readonly #outputs: readonly string[];

  private constructor(session: InferenceSession, secondOutput: string | undefined) {
    this.#session = session;
    this.#outputs = [session.outputNames[0] ?? "", ...(secondOutput === undefined ? [] : [secondOutput])];
  }

  /** Loads an .onnx file or its content. Throws ONNX Runtime's error when it is missing or not a network. */
  static async load(file: string | Uint8Array, { threads, secondOutput }: OnnxOptions): Promise<OnnxNetwork> {
    const options: InferenceSession.SessionOptions = {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: "sequential",
      graphOptimizationLevel: "all",
      // The arena halves the time of a run. The memory pattern would keep one plan for each input size.
      enableCpuMemArena: true,
      enableMemPattern: false,
      logSeverityLevel: 3,
    };
    // Two calls, because the overloads take either a path or bytes.
    const session =
      typeof file === "string"
        ? await InferenceSession.create(file, options)
        : await InferenceSession.create(file, options);
    return new OnnxNetwork(session, secondOutput);
  }

  /** Runs the network once. Throws when an output is not a tensor of 32-bit floats. */
  async run(data: Float32Array, shape: readonly number[]): Promise<NetworkAnswer> {
    const [inputName = ""] = this.#session.inputNames;
    const answer = await this.#session.run({ [inputName]: new Tensor("float32", data, shape) }, [...this.#outputs]);
    const [first, second] = this.#outputs.map((name) => toFloats(answer[name]));
    return { ...first!, ...(second && { second }) };
  }

  close(): Promise<void> {
    return this.#session.release();
  }
}

function toFloats(output: Tensor | undefined): Floats {
  if (!output || !(output.data instanceof Float32Array)) throw new Error("the network answers no floats");
  return { data: output.data, shape: output.dims };
}
