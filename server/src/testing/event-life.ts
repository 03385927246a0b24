import assert from "node:assert/strict";
import {
  type Patch,
  type ProjectState,
  type ProjectStatus,
  ROLES,
  type Role,
  canSeeProject,
  makePatch,
  projectCan,
  projectProgress,
  projectTransitions,
} from "@precount/domain";
import * as fc from "fast-check";
import type { Queryable } from "../db/connect.ts";
import { makeDetection, makeImage, makePrediction } from "./factories.ts";
import { type Caller, errorOf } from "./test-api.ts";

/*
 * Random sequences of calls on an event, and a model of it that uses only domain's tables. After each step the answers of the API are
 * compared with the model.
 */

export type World = { db: Queryable; callers: Record<Role, Caller>; modelSid: string };

export const newModel = (slug: string, status: ProjectStatus): Model => ({
  slug,
  status,
  before: null,
  photos: [],
  reports: [],
  isDeleted: false,
});

const VERBS = ["activate", "discard", "complete", "reopen", "archive", "recover"] as const;
type Verb = (typeof VERBS)[number];
/** An action of a person; `at` selects one of the photos. */
export type Step =
  | { do: "verb"; verb: Verb; role: Role }
  | { do: "delete"; role: Role }
  /** Two tabs make different calls at the same time. */
  | { do: "race"; verbs: [Verb, Verb] }
  | { do: "photo"; stickers: number }
  /** Validates or rejects every open photo and completes the event, which random steps rarely achieve. */
  | { do: "finish" }
  | { do: "edit" | "validate" | "unlock" | "reject" | "recoverPhoto"; at: number };

type Sticker = { code: string; quantity: string };
type Photo = {
  sid: string;
  detectionSid: string;
  state: "open" | "validated" | "rejected";
  wasValidated: boolean;
  stickers: Sticker[];
};
export type Model = {
  slug: string;
  status: ProjectStatus;
  before: ProjectStatus | null;
  photos: Photo[];
  /** The expected contents of each report, in the order of creation. */
  reports: Sticker[][];
  isDeleted: boolean;
};

const verb = fc.constantFrom(...VERBS);
const role = fc.constantFrom(...ROLES);
const at = fc.nat(20);
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("verb" as const), verb, role }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("race" as const), verbs: fc.tuple(verb, verb) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), role }) },
  { weight: 5, arbitrary: fc.constant({ do: "finish" } as const) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("photo" as const), stickers: fc.nat(3) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constantFrom("edit", "validate", "validate", "unlock", "reject", "recoverPhoto"),
      at,
    }),
  },
);

/** These events have no areas. */
const NO_AREAS = { undecided: 0, withoutArea: 0 };
const stateOf = ({ status, photos }: Model): ProjectState => ({
  status,
  isArchived: status === "archived",
  images: { total: photos.length, settled: photos.filter(({ state }) => state !== "open").length, ...NO_AREAS },
});

const hidden = (model: Model, who: Role): boolean =>
  !canSeeProject({ role: who }, { status: model.status, statusBeforeArchive: model.before, groups: "any" });

/** The status after a verb by the table; null when the verb is refused. */
function statusAfter(model: Model, moved: Verb, who: Role): ProjectStatus | null {
  if (model.isDeleted || hidden(model, who) || !projectCan[moved](stateOf(model), { role: who }).ok) return null;
  return moved === "recover" && model.before ? model.before : projectTransitions[moved].to;
}

export function move(model: Model, moved: Verb, to: ProjectStatus): void {
  if (moved === "complete") {
    const counted = model.photos.filter(({ state }) => state === "validated").flatMap(({ stickers }) => stickers);
    model.reports.push(structuredClone(counted));
  }
  model.before = moved === "archive" ? model.status : null;
  model.status = to;
}

export const CALLS: Record<Verb, (caller: Caller, slug: string) => Promise<unknown>> = {
  activate: ({ rpc }, slug) => rpc.project.activateProject.mutate({ slug }),
  discard: ({ rpc }, slug) => rpc.project.discardProject.mutate({ slug }),
  complete: ({ rpc }, slug) => rpc.project.completeProject.mutate({ slug }),
  reopen: ({ rpc }, slug) => rpc.project.reopenProject.mutate({ slug }),
  archive: ({ rpc }, slug) => rpc.project.archiveProject.mutate({ slug }),
  recover: ({ rpc }, slug) => rpc.project.recoverProject.mutate({ slug }),
};
const wasDone = async (call: Promise<unknown>): Promise<boolean> => (await errorOf(call)).code === "not refused";

let codes = 100_000;
export async function addPhoto(world: World, model: Model, count: number): Promise<void> {
  const { db, callers, modelSid } = world;
  const { sid: projectSid } = await callers.admin.rpc.project.getProject.query({ slug: model.slug });
  const stickers = Array.from({ length: count }, () => ({ code: String(codes++), quantity: "3" }));
  const { sid } = await makeImage(db, { projectSid, name: `${codes}.jpg`, status: "pending" });
  const predictions = stickers.map(({ code, quantity }) =>
    makePrediction({
      code: { value: code, pattern: "^\\d{6}$" },
      quantity: { value: quantity, pattern: "^[1-9]\\d*$" },
    }),
  );
  const { sid: detectionSid } = await makeDetection(db, { imageSid: sid, modelSid, predictions });
  model.photos.push({ sid, detectionSid, state: "open", wasValidated: false, stickers });
}

/** Changes one photo through the API; the model follows the rules of spec §4. */
export async function work(
  { callers }: World,
  model: Model,
  photo: Photo,
  what: Extract<Step, { at: number }>["do"],
): Promise<void> {
  const { rpc } = callers.admin;
  const isOpen = model.status === "active" || model.status === "preview";
  const { sid, detectionSid } = photo;
  switch (what) {
    case "edit": {
      const quantity = String(1 + (codes++ % 9000));
      const patches: Patch[] = photo.stickers.length > 0 ? [makePatch.quantity(0, quantity)] : [];
      if (patches.length === 0) return;
      const done = await wasDone(rpc.imageDetection.pushImageDetectionPatches.mutate({ sid: detectionSid, patches }));
      assert.equal(done, isOpen && photo.state !== "validated" && !photo.wasValidated);
      if (done && photo.stickers[0]) photo.stickers[0].quantity = quantity;
      return;
    }
    case "validate": {
      const done = await wasDone(rpc.imageDetection.validateImageDetection.mutate({ sid: detectionSid }));
      // A rejected photo and one without results are refused (PD-65).
      const mayBe = photo.state !== "rejected" && photo.stickers.length > 0;
      assert.equal(done, isOpen && !photo.wasValidated && mayBe);
      if (!done) return;
      photo.wasValidated = true;
      photo.state = "validated";
      return;
    }
    case "unlock": {
      const done = await wasDone(rpc.imageDetection.invalidateImageDetection.mutate({ sid: detectionSid }));
      assert.equal(done, isOpen && photo.wasValidated);
      if (!done) return;
      photo.wasValidated = false;
      if (photo.state === "validated") photo.state = "open";
      return;
    }
    case "reject": {
      const done = await wasDone(rpc.image.rejectImage.mutate({ sid }));
      assert.equal(done, isOpen && photo.state !== "rejected");
      if (done) photo.state = "rejected";
      return;
    }
    case "recoverPhoto":
    default: {
      const done = await wasDone(rpc.image.recoverImage.mutate({ sid }));
      assert.equal(done, isOpen && photo.state === "rejected");
      if (done) photo.state = photo.wasValidated ? "validated" : "open";
    }
  }
}

export async function play(world: World, model: Model, step: Step): Promise<void> {
  const { callers } = world;
  const { slug } = model;
  switch (step.do) {
    case "verb": {
      const to = statusAfter(model, step.verb, step.role);
      assert.equal(await wasDone(CALLS[step.verb](callers[step.role], slug)), to !== null);
      if (to) move(model, step.verb, to);
      return;
    }
    case "race": {
      const [one, other] = await Promise.all(step.verbs.map((raced) => wasDone(CALLS[raced](callers.admin, slug))));
      // The calls ran in one of the two orders; the event shows which.
      const orders = [step.verbs, step.verbs.toReversed()].map((order) => outcomeOf(model, order));
      const seen = await callers.admin.rpc.project.getProject.query({ slug }).catch(() => null);
      const [first, second] = step.verbs;
      const fitting = orders.find(
        ({ done, after }) =>
          done.get(first) === one && (first === second || done.get(second) === other) && after.status === seen?.status,
      );
      if (first === second) assert.ok(!(one && other), `${first} was done twice`);
      else if (!model.isDeleted) assert.ok(fitting, `${step.verbs.join(" and ")} at once: ${one}, ${other}`);
      if (first === second && (one || other)) move(model, first, statusAfter(model, first, "admin") ?? model.status);
      else if (fitting && first !== second) Object.assign(model, fitting.after);
      return;
    }
    case "delete": {
      const can =
        !model.isDeleted && !hidden(model, step.role) && projectCan.delete(stateOf(model), { role: step.role }).ok;
      const done = await wasDone(callers[step.role].rpc.project.deleteProject.mutate({ slug }));
      assert.equal(done, can);
      if (done) model.isDeleted = true;
      return;
    }
    case "photo":
      // Photos are inserted directly while uploads are allowed; upload.test.ts tests the upload.
      if (!model.isDeleted && projectCan.upload(stateOf(model), { role: "user" }).ok)
        await addPhoto(world, model, step.stickers);
      return;
    case "finish":
      for (const [n, photo] of model.photos.entries()) {
        if (photo.state === "open") await work(world, model, photo, n % 4 === 3 ? "reject" : "validate");
      }
      return play(world, model, { do: "verb", verb: "complete", role: "user" });
    case "edit":
    case "validate":
    case "unlock":
    case "reject":
    case "recoverPhoto":
    default: {
      const photo = model.photos[step.at % Math.max(1, model.photos.length)];
      if (photo) await work(world, model, photo, step.do);
    }
  }
}

/** The model after the verbs have run in this order. */
function outcomeOf(model: Model, order: readonly Verb[]): { done: Map<Verb, boolean>; after: Model } {
  const after: Model = { ...model, photos: model.photos, reports: [...model.reports] };
  const done = new Map<Verb, boolean>();
  for (const moved of order) {
    const to = statusAfter(after, moved, "admin");
    done.set(moved, to !== null);
    if (to) move(after, moved, to);
  }
  return { done, after };
}

const bySku = (rows: readonly Sticker[]): Sticker[] =>
  rows.map(({ code, quantity }) => ({ code, quantity })).toSorted((a, b) => (a.code < b.code ? -1 : 1));

/** Compares everything that is shown of the event with the model. */
export async function check({ callers }: World, model: Model): Promise<void> {
  const { rpc } = callers.admin;
  const { slug, status } = model;
  if (model.isDeleted) {
    assert.equal((await errorOf(rpc.project.getProject.query({ slug }))).code, "NOT_FOUND");
    return;
  }
  const { images } = stateOf(model);
  const event = await rpc.project.getProject.query({ slug });
  const { status: shown, isArchived, progress } = event;
  const expected = { status, isArchived: status === "archived", images, progress: projectProgress(images) };
  assert.deepEqual({ status: shown, isArchived, images: event.images, progress }, expected);
  const made = event.reports.toSorted((a, b) => a.version - b.version);
  assert.deepEqual(
    made.map(({ version }) => version),
    model.reports.map((_, index) => index + 1),
  );
  const newest = made.at(-1);
  if (!newest) return;
  const { contents } = await rpc.project.getProjectReport.query({ reportSid: newest.sid });
  assert.deepEqual(bySku(contents.rows), bySku(model.reports.at(-1) ?? []));
}
