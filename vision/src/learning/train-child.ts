/** The forked child of startTraining: trains with one thread, so that detections and people come first. */
import { type CallControl, serveCalls } from "@precount/forked-process";
import sharp from "sharp";
import { type TrainingRequest, trainAdaptation } from "./train-adaptation.ts";

sharp.concurrency(1);
sharp.cache(false);

/** Least time between two reports of a stage, so that messages cost nothing. */
const REPORT_MS = 200;

let reported = { stage: "", at: 0 };
const train = (request: TrainingRequest, { reportProgress }: CallControl) =>
  trainAdaptation(request, {
    onProgress: (progress) => {
      const now = performance.now();
      if (progress.stage === reported.stage && now - reported.at < REPORT_MS) return;
      reported = { stage: progress.stage, at: now };
      reportProgress(progress);
    },
  });

serveCalls({ train });
