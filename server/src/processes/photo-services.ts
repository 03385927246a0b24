import { PhotoProcess } from "@precount/photos";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../config/config.ts";
import type { Database } from "../db/connect.ts";
import { Listening } from "../db/listening.ts";
import { onceThere } from "../db/wait-for-database.ts";
import { LiveAreas } from "../live/live-areas.ts";
import { LiveEvents } from "../live/live-events.ts";
import { Presence, announce } from "../live/presence.ts";
import { PictureMaker } from "../storage/preview-maker.ts";
import { Answers } from "../queue/answers.ts";
import { JobQueue } from "../queue/job-queue.ts";
import { calmWarning } from "../lib/calm-warning.ts";
import type { BlobStore } from "../storage/blob-store.ts";
import { DerivedPictures } from "../storage/derived-pictures.ts";
import { openBlobStore } from "../storage/open-blob-store.ts";
import { reconcile } from "../storage/reconcile.ts";

/** What an API process needs for photos, beside the database. */
export type PhotoServices = {
  blobs: BlobStore;
  derived: DerivedPictures;
  photos: PhotoProcess;
  pictures: PictureMaker;
  queue: JobQueue;
  listening: Listening;
  live: LiveEvents;
  liveAreas: LiveAreas;
  presence: Presence;
  answers: Answers;
};

export type PhotoServicesOptions = {
  config: Pick<Config, "dataDir" | "s3">;
  db: Database;
  databaseUrl: string;
  log: FastifyBaseLogger;
};

/**
 * Makes them for an API process; nothing runs before `start`, which also puts right what a power cut left
 * half-done, so that no row is without its file and no file without its row. Close them after the HTTP side.
 */
export function createPhotoServices(
  options: PhotoServicesOptions,
): PhotoServices & { start(): Promise<void>; close(): Promise<void> } {
  const { config, db, databaseUrl, log } = options;
  const startedAt = new Date();
  const blobs = openBlobStore(config);
  const derived = new DerivedPictures(config.dataDir);
  const photos = new PhotoProcess();
  const queue = new JobQueue({
    url: databaseUrl,
    role: "sender",
    onError: calmWarning(log, "the queue has a problem"),
  });
  const listening = new Listening({
    url: databaseUrl,
    onError: calmWarning(log, "live events have a problem"),
  });
  const live = new LiveEvents(listening);
  return {
    blobs,
    derived,
    photos,
    pictures: new PictureMaker(blobs, derived, photos),
    queue,
    listening,
    live,
    liveAreas: new LiveAreas({ db, live, listening, onError: calmWarning(log, "areas could not be read") }),
    presence: new Presence(listening, (parted) => void announce(db, parted).catch(() => undefined)),
    answers: new Answers(listening, db, (error) => log.warn({ err: error }, "an answer could not be fetched")),
    start: async () => {
      const begin = onceThere(databaseUrl, async () => {
        await queue.start();
        // A bucket is other machines' too, and takes long to list: `precount doctor` compares it with the rows.
        if (config.s3 === null) await reconcile({ db, blobs, derived, log, startedAt });
        else await blobs.clearAbandoned(startedAt);
      });
      await Promise.all([begin, listening.start()]);
    },
    close: async () => {
      await Promise.all([queue.stop(), listening.close(), photos.close()]);
    },
  };
}
