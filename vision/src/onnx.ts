import { InferenceSession, Tensor } from "onnxruntime-node";
import type { Floats, Network } from "./network.ts";

export interface OnnxOptions {
  threads: number;
}

/** A network that runs in this process. */
export class OnnxNetwork implements Network {
  readonly #session: InferenceSession;
  private constructor(session: InferenceSession) {
    this.#session = session;
  }

  static async load(file: string, { threads }: OnnxOptions): Promise<OnnxNetwork> {
    return new OnnxNetwork(
      await InferenceSession.create(file, {
        intraOpNumThreads: threads,
        interOpNumThreads: 1,
        executionMode: "sequential",
        graphOptimizationLevel: "all",
        // With the arena a run takes half the time; the memory pattern would keep a copy for each size met.
        enableCpuMemArena: true,
        enableMemPattern: false,
        logSeverityLevel: 3,
      }),
    );
  }

  async run(data: Float32Array, shape: readonly number[]): Promise<Floats> {
    const [inputName = ""] = this.#session.inputNames;
    const [outputName = ""] = this.#session.outputNames;
    const answer = await this.#session.run({ [inputName]: new Tensor("float32", data, shape) });
    const output = answer[outputName];
    if (!output || !(output.data instanceof Float32Array)) throw new Error("the network answers no floats");
    return { data: output.data, shape: output.dims };
  }

  close(): Promise<void> {
    return this.#session.release();
  }
}
