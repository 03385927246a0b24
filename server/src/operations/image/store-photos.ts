import {
  type AreaHints,
  type AuthUser,
  type ImageStatus,
  NO_CODES,
  type Outcome,
  areaNumberFromField,
  areaNumberOfPhoto,
  candidateAreaNumbers,
  combineMetadata,
  projectCan,
} from "@precount/domain";
import type { PhotoFacts } from "@precount/photos";
import { type AuditedCall, recordAudits } from "../../audit/record-audit.ts";
import { findAreasByNumber } from "../../db/areas/read.ts";
import { lockBlobs } from "../../db/blob-references.ts";
import type { Database, Transaction } from "../../db/connect.ts";
import { linkImages } from "../../db/areas/link-images.ts";
import { type KnownImage, findImagesByBytes } from "../../db/images/read.ts";
import { type NewImage, insertImages } from "../../db/images/write.ts";
import { findModelForPhoto } from "../../db/models/upload-lock.ts";
import type { ProjectRow } from "../../db/projects/project-row.ts";
import { lockProject } from "../../db/projects/read.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";
import { BlobMissingError } from "../../errors/storage-error.ts";
import { asTransientError } from "../../errors/transient-error.ts";
import { KeyedBatcher } from "../../lib/keyed-batcher.ts";
import { type Change, publishChanges } from "../../live/publish-change.ts";
import { enqueueDetections, enqueueDuplicateSearch, enqueuePhotoStages } from "../../queue/enqueue.ts";
import type { JobOrigin } from "../../queue/job-origin.ts";
import type { StagedBlob } from "../../storage/blob-store.ts";
import type { OperationContext } from "../context.ts";
import type { PhotoFields } from "./photo-fields.ts";

export interface AddedImage {
  sid: string;
  name: string;
  sha256: string;
  /** The event has an image with these bytes already (PD-15). */
  duplicate: boolean;
  /** The image's area after the upload; null without one, also if the event has no area with the field's number. */
  areaCode: string | null;
  /** That image after the upload, if it is older than the upload. */
  existing?: { areaCode: string | null; status: ImageStatus };
}

export interface StagedPhoto {
  staged: StagedBlob;
  name: string;
  fields: PhotoFields;
}

export type PhotoToStore = StagedPhoto & {
  projectSid: string;
  context: Pick<OperationContext, "blobs" | "db" | "queue">;
  user: AuthUser;
  call: AuditedCall | null;
  facts: PhotoFacts;
  /** The request that sent the photo: a batch has photos of several. */
  origin: JobOrigin | undefined;
};
type Stored = PromiseSettledResult<AddedImage>;

/** Whether the event accepts photos. */
export const mayUpload = ({ status }: Pick<ProjectRow, "status">, user: AuthUser): Outcome<true> =>
  projectCan.upload({ status, isArchived: status === "archived" }, user);

/** Sixteen phones that upload at the same time rarely have more photos in transfer. */
const MAX_PHOTOS_PER_TRANSACTION = 32;

const batcherByDatabase = new WeakMap<Database, KeyedBatcher<PhotoToStore, AddedImage>>();

/**
 * Stores a photo and queues its jobs. While one transaction of an event runs, the event's next photos wait and share the next
 * one: its statements are most of what a photo costs the server.
 */
export function storePhoto(photo: PhotoToStore): Promise<AddedImage> {
  const { db } = photo.context;
  const batcher =
    batcherByDatabase.get(db) ?? new KeyedBatcher({ maxItems: MAX_PHOTOS_PER_TRANSACTION, handle: storeBatch });
  batcherByDatabase.set(db, batcher);
  return batcher.add(photo.projectSid, photo);
}

async function storeBatch(photos: readonly PhotoToStore[]): Promise<Stored[]> {
  try {
    return await storeTogether(photos);
  } catch (error) {
    if (photos.length === 1 || asTransientError(error) !== null) throw error;
    // A photo that cannot be stored must not fail those of other people.
    const outcomes: Stored[] = [];
    for (const photo of photos) {
      const outcome = storeTogether([photo]).catch((reason: unknown): Stored[] => [{ status: "rejected", reason }]);
      outcomes.push(...(await outcome));
    }
    return outcomes;
  }
}

/** Stores photos of one event in one transaction. */
async function storeTogether(photos: readonly PhotoToStore[]): Promise<Stored[]> {
  const [first] = photos;
  if (!first) return [];
  const { context, projectSid } = first;
  return context.db.transaction(async (tx) => {
    // Checked again: the event may have been completed during the upload. The lock keeps its status from here on.
    const project = await lockProject(tx, projectSid, "share");
    await lockBlobs(tx, photos.map(sha256Of));
    const commits = await Promise.allSettled(photos.map((photo) => commitBlob(photo, project)));
    const kept = photos.filter((_, n) => commits[n]?.status === "fulfilled");
    const known = await findImagesByBytes(tx, projectSid, kept.map(sha256Of));
    // The first photo of equal bytes is stored.
    const fresh = new Map<string, PhotoToStore>();
    for (const photo of kept) {
      const sha256 = sha256Of(photo);
      if (!known.has(sha256) && !fresh.has(sha256)) fresh.set(sha256, photo);
    }
    const added = await insertPhotos(tx, project, [...fresh.values()]);
    const linked = await linkKnown(tx, project, kept, known);
    const existing = linked.size === 0 ? known : await findImagesByBytes(tx, projectSid, kept.map(sha256Of));
    await recordAudits(
      tx,
      kept.map((photo) => {
        const sha256 = sha256Of(photo);
        const isNew = fresh.get(sha256) === photo;
        const changed = (isNew ? added.get(sha256)?.changes : linked.get(photo)) ?? [];
        const sid = known.get(sha256)?.sid ?? added.get(sha256)?.sid ?? "";
        const facts = { subject: { kind: "image", sid }, ...(!isNew && { details: { duplicate: true } }) };
        // The event's history shows only what changed it.
        return { call: photo.call, facts: changed.length === 0 ? facts : { ...facts, projectSid, changed } };
      }),
    );
    return photos.map((photo, n): Stored => {
      const commit = commits[n];
      if (commit?.status === "rejected") return commit;
      const { sha256 } = photo.staged;
      const image = known.has(sha256) ? existing.get(sha256) : undefined;
      const sid = image?.sid ?? added.get(sha256)?.sid;
      const areaCode = (image ?? added.get(sha256))?.areaNumber?.toString() ?? null;
      // The lock on these bytes prevents it.
      if (sid === undefined) throw new Error("the same bytes appeared under the lock");
      return {
        status: "fulfilled",
        value: {
          sid,
          name: photo.name,
          sha256,
          duplicate: fresh.get(sha256) !== photo,
          areaCode,
          ...(image && { existing: { areaCode, status: image.status } }),
        },
      };
    });
  });
}

const sha256Of = ({ staged }: PhotoToStore): string => staged.sha256;

/** Files that are in the store because of a transaction that was rolled back. */
const committed = new WeakSet<StagedBlob>();

async function commitBlob({ staged, user, context }: PhotoToStore, project: ProjectRow): Promise<void> {
  unwrapOrThrow(mayUpload(project, user));
  if (!committed.has(staged)) {
    await staged.commit();
    committed.add(staged);
  } else if (!(await context.blobs.has(staged.sha256))) throw new BlobMissingError();
}

type Added = { sid: string; areaNumber: number | null; changes: readonly Change[] };

/** Inserts rows, queues their jobs and publishes the changes. Returns them by sha256. */
async function insertPhotos(
  tx: Transaction,
  project: ProjectRow,
  photos: readonly PhotoToStore[],
): Promise<Map<string, Added>> {
  const [first] = photos;
  if (!first) return new Map();
  const { queue } = first.context;
  const rows = await toRows(tx, project, photos);
  const sids = await insertImages(
    tx,
    rows.map(({ row }) => row),
  );
  const imageSids = [...sids.values()];
  const origins = new Map(photos.map((photo) => [sids.get(sha256Of(photo)) ?? "", photo.origin]));
  const model = await findModelForPhoto(tx, project);
  // The first detection makes the previews and searches for codes too, because it decodes the photo.
  if (model) await enqueueDetections(tx, queue, { imageSids, modelSid: model.sid, options: {} }, origins);
  else await enqueuePhotoStages(tx, queue, { previews: imageSids, codes: imageSids });
  const added = new Map(
    rows.flatMap(({ areaNumber, row: { sha256, areaSid } }): [string, Added][] => {
      const sid = sids.get(sha256);
      return sid === undefined ? [] : [[sha256, { sid, areaNumber, changes: changesOf(project.sid, sid, areaSid) }]];
    }),
  );
  await publishChanges(
    tx,
    [...added.values()].flatMap(({ changes }) => changes),
  );
  return added;
}

/**
 * Links images that the event has already, and that have no area, to the area that the upload's field names: a person may choose a photo
 * again to say which area it shows. Returns the changes by photo.
 */
async function linkKnown(
  tx: Transaction,
  project: ProjectRow,
  photos: readonly PhotoToStore[],
  known: ReadonlyMap<string, KnownImage>,
): Promise<Map<PhotoToStore, readonly Change[]>> {
  const given = photos.flatMap((photo) => {
    const image = known.get(sha256Of(photo));
    const number = areaNumberFromField(photo.fields.areaCode);
    return image?.areaNumber === null && number !== null ? [{ photo, imageSid: image.sid, number }] : [];
  });
  const areas = await findAreasByNumber(tx, project.sid, [...new Set(given.map(({ number }) => number))]);
  const links = new Map(
    given.flatMap(({ photo, imageSid, number }) => {
      const areaSid = areas.get(number);
      return areaSid === undefined ? [] : [[imageSid, { photo, imageSid, areaSid }] as const];
    }),
  );
  const linked = await linkImages(tx, [...links.values()]);
  const changes = new Map(
    linked.flatMap((imageSid) => {
      const link = links.get(imageSid);
      return link ? [[link.photo, changesOf(project.sid, imageSid, link.areaSid)] as const] : [];
    }),
  );
  await publishChanges(tx, [...changes.values()].flat());
  // The search compares a photo with those of near areas first.
  const { queue } = photos[0]?.context ?? {};
  if (queue && linked.length > 0) await enqueueDuplicateSearch(tx, queue, linked);
  return changes;
}

const changesOf = (projectSid: string, sid: string, areaSid: string | null): Change[] => [
  { projectSid, kind: "image", sid },
  ...(areaSid === null ? [] : [{ projectSid, kind: "area" as const, sid: areaSid }]),
];

/** The rows to insert, with the numbers of their areas. */
async function toRows(
  tx: Transaction,
  project: ProjectRow,
  photos: readonly PhotoToStore[],
): Promise<{ areaNumber: number | null; row: NewImage }[]> {
  // The area of the form field, else of the file's name. A job reads the photo's codes later (PD-31).
  const hints = photos.map(({ fields, name }): AreaHints => ({
    fieldNumber: areaNumberFromField(fields.areaCode),
    fileName: name,
    codes: NO_CODES,
  }));
  const areas = await findAreasByNumber(tx, project.sid, [...new Set(hints.flatMap(candidateAreaNumbers))]);
  return photos.map(({ staged, name, fields, facts, user }, n) => {
    const hint = hints[n];
    const areaNumber = hint ? areaNumberOfPhoto(hint, (candidate) => areas.has(candidate)) : null;
    const row: NewImage = {
      projectSid: project.sid,
      areaSid: areas.get(areaNumber ?? 0) ?? null,
      givenAreaNumber: hint?.fieldNumber ?? null,
      name,
      sha256: staged.sha256,
      sizeBytes: staged.sizeBytes,
      format: facts.format,
      rawWidth: facts.width,
      rawHeight: facts.height,
      orientation: facts.orientation,
      rotation: project.defaultRotation,
      capturedAt: facts.capturedAt === null ? null : new Date(facts.capturedAt),
      metadata: combineMetadata(fields, name, { ...facts.text, brand: facts.brand, model: facts.model }),
      createdBy: user.sid,
    };
    return { areaNumber, row };
  });
}
