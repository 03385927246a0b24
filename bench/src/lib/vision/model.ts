import { toFoundResults, VisionProcess } from "@precount/vision";
import { type Competitor, GENEROUS_LIMITS } from "./competitor.ts";

/** One of our models, run like `precount detect`. */
export const modelCompetitor = (name: string): Competitor => ({
  name,
  notes: [],
  start(threads) {
    const vision = new VisionProcess({ threads, ...GENEROUS_LIMITS });
    return {
      get pid() {
        return vision.pid;
      },
      read: async ({ path }) => ({
        found: toFoundResults((await vision.detect({ path, modelName: name })).detections),
      }),
      close: () => vision.close(),
    };
  },
});
