import { describe, expect, test } from "vitest";
import { allow } from "../common/outcome.ts";
import { IMAGE_STATUSES, type ImageStatus } from "../image/image.ts";
import type { EventState } from "../project/open.ts";
import { PROJECT_STATUSES } from "../project/project.ts";
import { pairs, reasonOf } from "../testing/matrix.ts";
import { result, results, shelf, sticker } from "../testing/factories.ts";
import { type DetectionAction, detectionCan } from "./can.ts";
import { DETECTION_STATUSES, type DetectionStatus } from "./image-detection.ts";
import { makePatch } from "./patch.ts";
import { applyPatches } from "./patches.ts";
import { resultCan } from "./result-can.ts";

const verbs: readonly DetectionAction[] = ["delete", "edit", "validate", "invalidate", "activate"];
const open: EventState = { status: "active", isArchived: false };
const good = results(sticker());
const bad = results(sticker({ code: "x" }), sticker({ quantity: "0" }));

type Context = { results?: typeof good; image?: ImageStatus; project?: EventState };
const ask = (
  verb: DetectionAction,
  status: DetectionStatus,
  { results = good, image = "processed", project = open }: Context = {},
) => detectionCan[verb]({ status, results }, { image: { status: image }, project });

/** Spec §4: allowed verbs per status if all results are valid, the image is not approved and the event is open. */
const ALLOWED: Readonly<Record<DetectionStatus, readonly DetectionAction[]>> = {
  inferred: ["delete", "edit", "validate"],
  drafted: ["delete", "edit"],
  patched: ["delete", "edit", "validate"],
  validated: ["invalidate", "activate"],
  selected: ["invalidate"],
  discarded: [],
};

describe("S4.14 S4.15 S4.16 S4.17 S4.18 status × verb", () => {
  test.each(pairs(DETECTION_STATUSES, verbs))("%s: %s", (status, verb) => {
    const refusal: unknown = { ok: false, reason: expect.stringMatching(/^This detection is /) };
    expect(ask(verb, status)).toEqual(ALLOWED[status].includes(verb) ? allow : refusal);
  });
});

describe("S4.15 Validate", () => {
  test.each(["inferred", "drafted", "patched"] as const)(
    "%s with invalid results: refused with their number",
    (status) => {
      expect(reasonOf(ask("validate", status, { results: bad }))).toBe(
        "2 results are still invalid: correct or discard them first.",
      );
      expect(reasonOf(ask("validate", status, { results: bad.slice(1) }))).toBe(
        "1 result is still invalid: correct or discard them first.",
      );
    },
  );

  test("a detection without results is refused until something is drawn (PD-65)", () => {
    expect(reasonOf(ask("validate", "inferred", { results: [] }))).toBe(
      "Nothing was found on this image: draw its shelf or labels, or reject the image.",
    );
    const drawn = applyPatches([], [makePatch.add(shelf())]);
    expect(ask("validate", "patched", { results: drawn }).ok).toBe(true);
  });

  test("a rejected image is refused (PD-65)", () => {
    expect(reasonOf(ask("validate", "inferred", { image: "rejected" }))).toBe(
      "This image is rejected: recover it first.",
    );
  });
});

describe("S4.13 read-only if the event is completed, discarded or archived", () => {
  const shut = PROJECT_STATUSES.filter((status) => status !== "active" && status !== "preview");
  test.each(pairs(shut, verbs))("%s: refuses %s", (project, verb) => {
    for (const status of DETECTION_STATUSES) {
      const event = { status: project, isArchived: project === "archived" };
      expect(reasonOf(ask(verb, status, { project: event }))).toMatch(/^This event is /);
    }
  });
  test.each(pairs(["preview", "active"] as const, DETECTION_STATUSES))("%s is open: %s", (project, status) => {
    const allowed = verbs.filter((verb) => ask(verb, status, { project: { status: project, isArchived: false } }).ok);
    expect(allowed.toSorted()).toEqual(ALLOWED[status].toSorted());
  });
});

describe("S4.13 read-only if the image is approved, except for Unlock (PD-14)", () => {
  test.each(pairs(IMAGE_STATUSES, verbs))("%s image: %s", (image, verb) => {
    for (const status of DETECTION_STATUSES) {
      const isBarred =
        (image === "approved" && (verb === "edit" || verb === "delete")) ||
        (image === "rejected" && verb === "validate");
      expect(ask(verb, status, { image }).ok).toBe(!isBarred && ALLOWED[status].includes(verb));
    }
  });
});

const offers = (subject = result()) =>
  Object.entries(resultCan)
    .filter(([, can]) => can(subject).ok)
    .map(([verb]) => verb);

test("S4.19 S4.20 actions of a result's card", () => {
  const [patched] = applyPatches([sticker()], [makePatch.quantity(0, "3")]);
  const [discarded] = applyPatches([sticker()], [makePatch.discard(0)]);
  expect(offers()).toEqual(["edit", "discard"]);
  expect(offers(patched)).toEqual(["edit", "discard", "restore"]);
  expect(offers(discarded)).toEqual(["recover"]);
});
