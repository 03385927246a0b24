import { readFile } from "node:fs/promises";
import { InferenceSession, Tensor } from "onnxruntime-node";
import type { Floats, Network } from "./network.ts";

/** A network that ONNX Runtime runs in this process. The only code that knows ONNX Runtime. */
export class OnnxNetwork implements Network {
  readonly #session: InferenceSession;

  private constructor(session: InferenceSession) {
    this.#session = session;
  }

  /**
   * Loads an .onnx file. Throws ONNX Runtime's error when the file is missing or not a network.
   * @param part a file with more nodes and outputs for the network, which read its tensors
   */
  static async load(file: string, { threads, part }: { threads: number; part?: string }): Promise<OnnxNetwork> {
    // ONNX files are protobuf messages, and concatenated protobuf messages are merged.
    const model = part === undefined ? file : Buffer.concat([await readFile(file), await readFile(part)]);
    return new OnnxNetwork(
      // `create` accepts both, but has no signature for their union.
      await InferenceSession.create(model as string, {
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
    const { [outputName]: output } = await this.runAll(data, shape, [outputName]);
    if (!output) throw new Error(`the network has no output ${outputName}`);
    return output;
  }

  /** Runs the network once and returns several outputs by name. Throws when one is not a tensor of 32-bit floats. */
  async runAll(
    data: Float32Array,
    shape: readonly number[],
    outputNames: readonly string[] = this.#session.outputNames,
  ): Promise<Record<string, Floats>> {
    const [inputName = ""] = this.#session.inputNames;
    const answer = await this.#session.run({ [inputName]: new Tensor("float32", data, shape) }, outputNames);
    return Object.fromEntries(
      Object.entries(answer).map(([name, output]) => {
        if (!(output.data instanceof Float32Array)) throw new Error("the network answers no floats");
        return [name, { data: output.data, shape: output.dims }];
      }),
    );
  }

  close(): Promise<void> {
    return this.#session.release();
  }
}
