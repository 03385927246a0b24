export { ModelFilesError } from "@precount/inference";
export { toFoundResults } from "./eval/found-results.ts";
export { type Figures, type FoundResult, type ScoredResult, type Tally } from "./eval/score.ts";
export { EMPTY_TALLY, addTallies, figures, matchResults, scorePhoto } from "./eval/score.ts";
export { FAMILIES, type Family, type TruePhoto, readTruth } from "./eval/truth.ts";
export { FAKE_MODEL, FakeModel } from "./fake-model.ts";
export { type ModelServer } from "./kserve/model-server.ts";
export { type WrittenModel, writeModelRepository } from "./kserve/model-repository.ts";
export { type JudgeRequest, type Judgment, judgeModels } from "./learning/judge-models.ts";
export { reviewExamples } from "./learning/review-examples.ts";
export { startTraining } from "./learning/start-training.ts";
export {
  type TrainingControl,
  type TrainingProgress,
  type TrainingRequest,
  type TrainingStage,
  featuresFile,
  trainAdaptation,
} from "./learning/train-adaptation.ts";
export { MODELS_DIR, readModelFolder } from "./manifest.ts";
export {
  DEFAULT_DETECT_OPTIONS,
  type Detection,
  type DetectionModel,
  type DetectOptions,
  type ModelInfo,
  type Reading,
  type UprightPhoto,
} from "./model.ts";
export { type LoadModelsOptions, loadModels } from "./models.ts";
export { type DetectAnswer, type DetectRequest, VisionProcess, type VisionProcessOptions } from "./vision-process.ts";
