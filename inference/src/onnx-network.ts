import { InferenceSession, Tensor } from "onnxruntime-node";
import type { Floats, Network } from "./network.ts";

/** A network that ONNX Runtime runs in this process. The only code that knows ONNX Runtime. */
export class OnnxNetwork implements Network {
  readonly #session: InferenceSession;

  private constructor(session: InferenceSession) {
    this.#session = session;
  }

  /** Loads an .onnx file. Throws ONNX Runtime's error when the file is missing or not a network. */
  static async load(file: string, { threads }: { threads: number }): Promise<OnnxNetwork> {
    return new OnnxNetwork(
      await InferenceSession.create(file, {
        intraOpNumThreads: threads,
        interOpNumThreads: 1,
        executionMode: "sequential",
        graphOptimizationLevel: "all",
        // The arena halves the time of a run. The memory pattern would keep one plan for each input size.
        enableCpuMemArena: true,
        enableMemPattern: false,
        logSeverityLevel: 3,
      }),
    );
  }

  /**
   * Runs the network once. Throws when its output is not a tensor of 32-bit floats.
   * @param outputName another output than the first one
   */
  async run(
    data: Float32Array,
    shape: readonly number[],
    outputName = this.#session.outputNames[0] ?? "",
  ): Promise<Floats> {
    const [inputName = ""] = this.#session.inputNames;
    const answer = await this.#session.run({ [inputName]: new Tensor("float32", data, shape) }, [outputName]);
    const output = answer[outputName];
    if (!output || !(output.data instanceof Float32Array)) throw new Error("the network answers no floats");
    return { data: output.data, shape: output.dims };
  }

  close(): Promise<void> {
    return this.#session.release();
  }
}
