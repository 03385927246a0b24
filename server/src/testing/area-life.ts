import assert from "node:assert/strict";
import {
  AREA_STATUSES,
  type Area,
  type AreaStatus,
  type ImageStatus,
  type PhotoCodes,
  areaCan,
  areaNumberOfPhoto,
  areaStatus,
  areasCreated,
  areasDeleted,
  areasRestored,
  areasVoided,
  currentImage,
  isGap,
  photosByUse,
} from "@precount/domain";
import { sql } from "../db/drizzle.ts";
import { linkByCodes } from "../operations/area/link-by-codes.ts";
import type { AreaStep, AreaVerb, PhotoVerb } from "./area-steps.ts";
import { makeDetection, makeImage } from "./factories.ts";
import { samplePhoto } from "./sample-photos.ts";
import { type Caller, type TestApi, errorOf } from "./test-api.ts";

/*
 * Random sequences of changes of an event's areas, and a model that derives each area's state by domain's rules. After each step the
 * answers of the API are compared with the model.
 */

export type AreaWorld = { api: TestApi; people: readonly [Caller, Caller]; modelSid: string };
type Event = { sid: string; slug: string };
type Photo = {
  sid: string;
  detectionSid: string;
  createdAt: Date;
  name: string;
  given: number | null;
  codes: PhotoCodes;
  isRejected: boolean;
  isValidated: boolean;
  /** The number of its area. */
  area: number | null;
  /** A person unlinked it: only a person may link it again. */
  isTakenOff: boolean;
  /** A person's decision whether it counts besides the area's current photo. */
  countsToo: boolean | null;
};
type Voided = { by: string; reason: string | null };
export type AreaModel = { event: Event; areas: Map<number, Voided | null>; photos: Photo[] };

export const newAreaModel = (event: Event): AreaModel => ({ event, areas: new Map(), photos: [] });

const imageStatus = ({ isRejected, isValidated }: Photo): ImageStatus => {
  if (isRejected) return "rejected";
  return isValidated ? "approved" : "pending";
};
const photosOf = (model: AreaModel) =>
  model.photos.map((photo) => ({
    sid: photo.sid,
    status: imageStatus(photo),
    createdAt: photo.createdAt,
    countsToo: photo.countsToo,
    areaSid: photo.area === null ? null : String(photo.area),
    isAreaVoided: photo.area !== null && Boolean(model.areas.get(photo.area)),
  }));
const photosOfArea = (model: AreaModel, areaNumber: number) =>
  photosOf(model).filter(({ areaSid }) => areaSid === String(areaNumber));
const currentOf = (model: AreaModel, areaNumber: number) => currentImage(photosOfArea(model, areaNumber));
const statusOf = (model: AreaModel, areaNumber: number): AreaStatus =>
  areaStatus({
    voided: Boolean(model.areas.get(areaNumber)),
    imageStatus: currentOf(model, areaNumber)?.status ?? null,
  });

const numbersOf = ({ from, to }: { from: number; to: number }): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);
const ACTIVE = { status: "active", isArchived: false } as const;
const isDone = async (call: Promise<unknown>): Promise<boolean> => (await errorOf(call)).code === "not refused";
const pick = ({ photos }: AreaModel, index: number): Photo | undefined => photos[index % Math.max(1, photos.length)];

async function listOf({ people: [person] }: AreaWorld, { event: { slug } }: AreaModel): Promise<Area[]> {
  return person.rpc.area.fetchAllAreasWithStatus.query({ project: { slug } });
}
async function sidOf(world: AreaWorld, model: AreaModel, areaNumber: number): Promise<string | undefined> {
  return (await listOf(world, model)).find(({ name }) => name === String(areaNumber))?.sid;
}

/** The expected changes of a range call. They are applied to the model. */
const RANGES = {
  create: {
    call: ({ rpc }: Caller, slug: string, given: { from: number; to: number }) =>
      rpc.area.createRange.mutate({ project: { slug }, ...given }),
    say: areasCreated,
    change: (model: AreaModel, numbers: readonly number[]): number[] => {
      const made = numbers.filter((wanted) => !model.areas.has(wanted));
      for (const wanted of made) model.areas.set(wanted, null);
      for (const photo of model.photos) {
        const named = photo.area === null && !photo.isTakenOff ? namedArea(model, photo) : null;
        if (named !== null && made.includes(named)) photo.area = named;
      }
      return made;
    },
  },
  voidRange: {
    call: ({ rpc }: Caller, slug: string, given: { from: number; to: number }) =>
      rpc.area.voidRange.mutate({ project: { slug }, ...given, reason: "closed" }),
    say: areasVoided,
    change: (model: AreaModel, numbers: readonly number[], by: string): number[] => {
      const voided = numbers.filter((wanted) => model.areas.get(wanted) === null);
      for (const wanted of voided) model.areas.set(wanted, { by, reason: "closed" });
      return voided;
    },
  },
  restoreRange: {
    call: ({ rpc }: Caller, slug: string, given: { from: number; to: number }) =>
      rpc.area.restoreRange.mutate({ project: { slug }, ...given }),
    say: areasRestored,
    change: (model: AreaModel, numbers: readonly number[]): number[] => {
      const restored = numbers.filter((wanted) => Boolean(model.areas.get(wanted)));
      for (const wanted of restored) model.areas.set(wanted, null);
      return restored;
    },
  },
  deleteRange: {
    call: ({ rpc }: Caller, slug: string, given: { from: number; to: number }) =>
      rpc.area.deleteRange.mutate({ project: { slug }, ...given }),
    say: areasDeleted,
    change: (model: AreaModel, numbers: readonly number[]): number[] => {
      const deleted = numbers.filter(
        (wanted) => model.areas.has(wanted) && model.photos.every(({ area }) => area !== wanted),
      );
      for (const wanted of deleted) model.areas.delete(wanted);
      return deleted;
    },
  },
} as const;

const namedArea = (
  { areas }: AreaModel,
  { given, name, codes }: Pick<Photo, "given" | "name" | "codes">,
): number | null => areaNumberOfPhoto({ fieldNumber: given, fileName: name, codes }, (number) => areas.has(number));

type RangeAnswer = { names: string[]; message: string };
async function changeRange(
  { people }: AreaWorld,
  model: AreaModel,
  step: { what: keyof typeof RANGES; range: { from: number; to: number }; isRace: boolean },
): Promise<void> {
  const { call, say, change } = RANGES[step.what];
  const callers = step.isRace ? people : [people[0]];
  const answers: { answer: RangeAnswer; by: string }[] = await Promise.all(
    callers.map(async (caller) => ({
      answer: await call(caller, model.event.slug, step.range),
      by: caller.user.name,
    })),
  );
  for (const { answer } of answers) assert.equal(answer.message, say(answer.names.map(Number)));
  const returned = answers.flatMap(({ answer: { names } }) => names.map(Number)).toSorted((a, b) => a - b);
  assert.equal(new Set(returned).size, returned.length, "two people got the same number");
  const before = new Map(model.areas);
  const changed = change(model, numbersOf(step.range), people[0].user.name);
  assert.deepEqual(returned, changed);
  if (step.what !== "voidRange") return;
  for (const { answer, by } of answers)
    for (const name of answer.names) {
      assert.equal(before.get(Number(name)), null);
      model.areas.set(Number(name), { by, reason: "closed" });
    }
}

async function changeArea(world: AreaWorld, model: AreaModel, verb: AreaVerb, areaNumber: number): Promise<void> {
  const sid = await sidOf(world, model, areaNumber);
  assert.equal(sid !== undefined, model.areas.has(areaNumber));
  if (sid === undefined) return;
  const [person] = world.people;
  const { voidArea, restoreArea, deleteArea } = person.rpc.area;
  const may = areaCan[verb]({ status: statusOf(model, areaNumber) }, ACTIVE).ok;
  const calls = {
    void: () => voidArea.mutate({ sid, reason: "  " }),
    restore: () => restoreArea.mutate({ sid }),
    delete: () => deleteArea.mutate({ sid }),
  };
  assert.equal(await isDone(calls[verb]()), may);
  if (!may) return;
  if (verb === "void") model.areas.set(areaNumber, { by: person.user.name, reason: null });
  else if (verb === "restore") model.areas.set(areaNumber, null);
  else {
    model.areas.delete(areaNumber);
    for (const photo of model.photos)
      if (photo.area === areaNumber) Object.assign(photo, { area: null, countsToo: null });
  }
}

async function insertPhoto({ api, modelSid }: AreaWorld, model: AreaModel, named: number | null, minute: number) {
  const { db } = api.database;
  const name = named === null ? "photo.jpg" : `${named}.jpg`;
  // Minutes in the past: uploaded photos are newer.
  const createdAt = new Date(Date.UTC(2026, 0, 1, 9, minute));
  const { sid } = await makeImage(db, { projectSid: model.event.sid, name, status: "pending", createdAt });
  const { sid: detectionSid } = await makeDetection(db, { imageSid: sid, modelSid });
  model.photos.push({ ...NEW_PHOTO, sid, detectionSid, createdAt, name });
}

const NEW_PHOTO = {
  given: null,
  codes: { sheet: [], bare: [] },
  isRejected: false,
  isValidated: false,
  area: null,
  isTakenOff: false,
  countsToo: null,
};

async function uploadPhoto(
  { api, people: [person], modelSid }: AreaWorld,
  model: AreaModel,
  { named, given }: { named: number | null; given: number | null },
): Promise<void> {
  const { db } = api.database;
  const name = named === null ? "upload.jpg" : `00${named}.jpg`;
  const form = new FormData();
  if (given !== null) form.append("areaCode", String(given));
  form.append("file", new Blob([new Uint8Array(samplePhoto())]), name);
  const request = new Response(form);
  const answer = await api.inject({
    method: "POST",
    url: `/api/projects/${model.event.slug}/images/upload`,
    headers: { ...person.headers, "content-type": request.headers.get("content-type") ?? "" },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  const body: { images: { sid: string }[] } = answer.json();
  const sid = body.images[0]?.sid ?? "";
  // Stores the status that the worker would store.
  const { rows } = await db.execute<{ at: string }>(
    sql`update images set status = 'pending' where sid = ${sid} returning created_at as at`,
  );
  const { sid: detectionSid } = await makeDetection(db, { imageSid: sid, modelSid });
  const photo: Photo = { ...NEW_PHOTO, sid, detectionSid, createdAt: new Date(rows[0]?.at ?? ""), name, given };
  photo.area = namedArea(model, photo);
  model.photos.push(photo);
}

async function readCodes({ api }: AreaWorld, model: AreaModel, photo: Photo, found: PhotoCodes): Promise<void> {
  await linkByCodes({ db: api.database.db, queue: api.services.queue }, photo.sid, found);
  if (found.sheet.length + found.bare.length === 0) return;
  photo.codes = found;
  if (photo.area === null && !photo.isTakenOff) photo.area = namedArea(model, photo);
}

async function link(
  world: AreaWorld,
  model: AreaModel,
  photo: Photo,
  to: { number: number; replace: boolean; countsToo: boolean } | null,
): Promise<void> {
  const areaSid = to === null ? null : await sidOf(world, model, to.number);
  if (areaSid === undefined) return;
  const { rpc } = world.people[1];
  const { replace = false, countsToo = false } = to ?? {};
  await rpc.area.linkImage.mutate({ imageSid: photo.sid, areaSid, replace, countsToo });
  photo.area = to?.number ?? null;
  photo.isTakenOff = to === null;
  photo.countsToo = to !== null && countsToo && !replace ? true : null;
  if (to === null || !(replace || countsToo)) return;
  for (const other of model.photos)
    if (other !== photo && other.area === to.number && !other.isRejected && (replace || other.countsToo === null))
      other.countsToo = !replace;
}

async function decide(world: AreaWorld, photo: Photo, countsToo: boolean | null): Promise<void> {
  const call = world.people[0].rpc.area.decidePhoto.mutate({ imageSid: photo.sid, countsToo });
  assert.equal(await isDone(call), photo.area !== null);
  if (photo.area !== null) photo.countsToo = countsToo;
}

/** The same rules as in event-life.ts. */
async function work({ people: [person] }: AreaWorld, photo: Photo, verb: PhotoVerb): Promise<void> {
  const { image, imageDetection } = person.rpc;
  const { sid, detectionSid } = photo;
  const calls = {
    approve: () => imageDetection.validateImageDetection.mutate({ sid: detectionSid }),
    unlock: () => imageDetection.invalidateImageDetection.mutate({ sid: detectionSid }),
    reject: () => image.rejectImage.mutate({ sid }),
    recover: () => image.recoverImage.mutate({ sid }),
  };
  const may = {
    approve: !photo.isValidated && !photo.isRejected,
    unlock: photo.isValidated,
    reject: !photo.isRejected,
    recover: photo.isRejected,
  }[verb];
  assert.equal(await isDone(calls[verb]()), may, verb);
  if (!may) return;
  if (verb === "approve" || verb === "unlock") photo.isValidated = verb === "approve";
  else photo.isRejected = verb === "reject";
}

export async function playArea(world: AreaWorld, model: AreaModel, step: AreaStep): Promise<void> {
  const photo = "at" in step ? pick(model, step.at) : undefined;
  switch (step.do) {
    case "create":
    case "voidRange":
    case "restoreRange":
    case "deleteRange":
      return changeRange(world, model, { what: step.do, range: step.range, isRace: false });
    case "race":
      return changeRange(world, model, { what: step.what, range: step.range, isRace: true });
    case "void":
    case "restore":
    case "delete":
      return changeArea(world, model, step.do, step.number);
    case "photo":
      return insertPhoto(world, model, step.named, step.minute);
    case "upload":
      return uploadPhoto(world, model, step);
    case "codes":
      return photo && readCodes(world, model, photo, step.codes);
    case "link":
      return photo && link(world, model, photo, step);
    case "unlink":
      return photo && link(world, model, photo, null);
    case "decide":
      return photo && decide(world, photo, step.countsToo);
    case "together":
      await Promise.all([photo && work(world, photo, step.verb), changeArea(world, model, step.area, step.number)]);
      return;
    case "approve":
    case "unlock":
    case "reject":
    case "recover":
    default:
      return photo && work(world, photo, step.do);
  }
}

const namesOf = (of: readonly Pick<Area, "name">[]): string[] => of.map(({ name }) => name).toSorted();

/** Compares the list, the gaps and the counts with the model. */
export async function checkAreas(world: AreaWorld, model: AreaModel): Promise<Area[]> {
  const { rpc } = world.people[0];
  const { slug } = model.event;
  const list = await listOf(world, model);
  const numbers = [...model.areas.keys()].toSorted((a, b) => a - b);
  assert.deepEqual(
    list.map(({ name, status, imageSid, undecided, voided }) => ({
      name,
      status,
      imageSid,
      undecided,
      voided: voided && { by: voided.by, reason: voided.reason },
    })),
    numbers.map((wanted) => ({
      name: String(wanted),
      status: statusOf(model, wanted),
      imageSid: currentOf(model, wanted)?.sid ?? null,
      undecided: photosByUse(photosOfArea(model, wanted)).undecided.length,
      voided: model.areas.get(wanted) ?? null,
    })),
  );
  const byStatus = Map.groupBy(list, ({ status }) => status);
  const counted = AREA_STATUSES.reduce((sum, status) => sum + (byStatus.get(status)?.length ?? 0), 0);
  assert.equal(counted, numbers.length);
  assert.equal(byStatus.get("voided")?.length ?? 0, [...model.areas.values()].filter(Boolean).length);
  const { gaps, areas } = await rpc.area.fetchGaps.query({ project: { slug } });
  assert.equal(areas, numbers.length);
  assert.deepEqual(namesOf(gaps), namesOf(list.filter(isGap)));
  const event = await rpc.project.getProject.query({ slug });
  assert.equal(event.areas, numbers.length);
  assert.equal(event.images.undecided, photosByUse(photosOf(model)).undecided.length);
  const unlinked = model.photos.filter(({ area, isRejected }) => area === null && !isRejected).length;
  assert.equal(event.images.withoutArea, numbers.length === 0 ? 0 : unlinked);
  return list;
}
