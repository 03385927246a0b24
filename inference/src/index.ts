export { type Floats, type Network, type NetworkAnswer, zeros } from "./network.ts";
export { OnnxNetwork } from "./onnx-network.ts";
export { ModelFilesError, checkWeightFiles, weightFileSchema } from "./weight-files.ts";
