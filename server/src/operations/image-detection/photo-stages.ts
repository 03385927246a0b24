import type { Queryable } from "../../db/connect.ts";
import { isSearched } from "../../db/duplicates/keypoints.ts";
import type { SearchedPixels } from "@precount/photos";
import type { ImageRow } from "../../db/images/read.ts";
import { enqueuePhotoStages } from "../../queue/enqueue.ts";
import type { JobQueue } from "../../queue/job-queue.ts";
import { storeSearch } from "../area/read-codes.ts";
import type { PhotoStages, StageReport, WorkerContext } from "../worker-context.ts";

/*
 * The first detection of a photo also makes its previews and searches it for codes and keypoints, because it decodes the photo (ADR-052).
 * A stage that it does not finish becomes a separate job: make-previews or read-codes. The job make-crops is sent after each detection
 * and makes the crops that are missing.
 */

export const NO_STAGES: PhotoStages = { previews: [], search: false, crops: false };

/** The stages that a photo still needs. */
export const findMissingStages = async (
  { previewMaker }: Pick<WorkerContext, "previewMaker">,
  db: Queryable,
  image: ImageRow,
): Promise<PhotoStages> => ({
  previews: await previewMaker.listMissing(image),
  search: !(await isSearched(db, image.sid)),
  crops: true,
});

/** Sends jobs for stages of a photo. */
export const enqueueStages = (
  tx: Queryable,
  queue: JobQueue,
  imageSid: string,
  { previews, search }: PhotoStages,
): Promise<void> =>
  enqueuePhotoStages(tx, queue, {
    previews: previews.length > 0 ? [imageSid] : [],
    codes: search ? [imageSid] : [],
  });

/** Receives the outcomes of a photo's stages, and stores what the search found while the detection continues. */
export class StageProgress {
  readonly #context: Pick<WorkerContext, "db" | "queue" | "log">;
  readonly #image: ImageRow;
  #unfinished: PhotoStages;
  #storing: Promise<void> = Promise.resolve();

  constructor(context: Pick<WorkerContext, "db" | "queue" | "log">, image: ImageRow, wanted: PhotoStages) {
    this.#context = context;
    this.#image = image;
    this.#unfinished = wanted;
  }

  /** The stages that have failed or were not reported. */
  get unfinished(): PhotoStages {
    return this.#unfinished;
  }

  receive(report: StageReport): void {
    if (report.error !== null) this.#warn(report.stage, report.error);
    else if (report.stage === "previews") this.#unfinished = { ...this.#unfinished, previews: [] };
    else this.#storing = this.#store(report.found);
  }

  /** Resolves when everything received is stored. */
  settled(): Promise<void> {
    return this.#storing;
  }

  async #store(found: SearchedPixels): Promise<void> {
    try {
      await storeSearch(this.#context, this.#image, found);
      this.#unfinished = { ...this.#unfinished, search: false };
    } catch (error) {
      this.#warn("codes", error);
    }
  }

  #warn(stage: StageReport["stage"], err: unknown): void {
    this.#context.log.warn({ err, stage, imageSid: this.#image.sid }, "a photo's stage failed and becomes a job");
  }
}
