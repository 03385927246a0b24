export { type Floats, type Network, zeros } from "./network.ts";
export { OnnxNetwork } from "./onnx-network.ts";
export { ModelFilesError, checkWeightFiles, weightFileSchema } from "./weight-files.ts";
