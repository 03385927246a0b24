import { type Patch, inversePatches, makePatch } from "@precount/domain";
import { useState } from "react";
import { errorMessage } from "../../../shared/api/errors.ts";
import { client } from "../../../shared/api/trpc.ts";
import { newKey } from "../../../shared/browser/new-key.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { countOf } from "./count-of.ts";
import type { WallItem } from "./wall-items.ts";

type Push = { detectionSid: string; imageSid: string; patches: Patch[]; revision?: number };
type Outcome = { done: Push[]; inverses: Push[]; failures: string[] };

const NOTICE_MS = 10_000;

export type WallEdits = {
  isRunning: boolean;
  /** Resolves with whether all were discarded. */
  discard: (items: readonly WallItem[]) => Promise<boolean>;
  /** Sets typed values. Resolves with the reason of a failure, null when they are saved. */
  retype: (item: WallItem, values: { code?: string; quantity?: string }) => Promise<string | null>;
};

/**
 * Changes of stickers from the wall. They are ordinary patches of the detections: the server applies rights,
 * frozen images, audit and live updates as usual.
 */
export function useWallEdits(refresh: (imageSids: readonly string[]) => Promise<void>): WallEdits {
  const [isRunning, setRunning] = useState(false);
  const run = async (pushes: readonly Push[]): Promise<Outcome> => {
    setRunning(true);
    try {
      const outcome = await pushAll(pushes);
      await refresh(outcome.done.map(({ imageSid }) => imageSid)).catch(() => undefined);
      return outcome;
    } finally {
      setRunning(false);
    }
  };
  const undo = async (inverses: readonly Push[]): Promise<void> => {
    const { failures } = await run(inverses);
    if (failures[0] === undefined) feedback.success("Undone.");
    else feedback.warning(`Not everything could be undone. ${failures[0]}`);
  };
  const announce = (text: string, inverses: readonly Push[]): void => {
    const action = { label: "Undo", run: () => void undo(inverses) };
    feedback.notice("success", text, null, NOTICE_MS, { key: "crops", action });
  };
  return {
    isRunning,
    discard: async (items) => {
      const frozen = items.find(({ image }) => image.reason !== null);
      const { done, inverses, failures } = await run(discardPushes(items.filter(({ image }) => image.reason === null)));
      const count = done.reduce((sum, { patches }) => sum + patches.length, 0);
      if (count > 0) announce(`${countOf(count)} discarded.`, inverses);
      const reason = frozen?.image.reason ?? failures[0];
      if (count < items.length) feedback.warning(`${countOf(items.length - count)} not discarded. ${reason ?? ""}`);
      return count === items.length;
    },
    retype: async ({ image, position }, { code, quantity }) => {
      const patches = [
        ...(code === undefined ? [] : [makePatch.code(position, code)]),
        ...(quantity === undefined ? [] : [makePatch.quantity(position, quantity)]),
      ];
      const { sid: detectionSid, revision } = image.detection;
      const { inverses, failures } = await run([{ detectionSid, imageSid: image.sid, revision, patches }]);
      if (failures[0] !== undefined) return failures[0];
      announce("Sticker corrected.", inverses);
      return null;
    },
  };
}

const discardPushes = (items: readonly WallItem[]): Push[] =>
  [...Map.groupBy(items, ({ image }) => image)].map(([{ sid, detection }, ofImage]) => ({
    detectionSid: detection.sid,
    imageSid: sid,
    revision: detection.revision,
    patches: ofImage.map(({ position }) => makePatch.discard(position)),
  }));

/** The number of pushes at a time. Each locks its image, and the server handles other people's calls in between. */
const PARALLEL_PUSHES = 8;

async function pushAll(pushes: readonly Push[]): Promise<Outcome> {
  const outcome: Outcome = { done: [], inverses: [], failures: [] };
  for (let from = 0; from < pushes.length; from += PARALLEL_PUSHES)
    await Promise.all(pushes.slice(from, from + PARALLEL_PUSHES).map((input) => push(input, outcome)));
  return outcome;
}

async function push(given: Push, outcome: Outcome): Promise<void> {
  const { detectionSid: sid, patches, revision } = given;
  try {
    const input = { sid, patches, key: newKey(), ...(revision !== undefined && { revision }) };
    const answer = await client.imageDetection.pushImageDetectionPatches.mutate(input);
    const before = answer.patches.slice(0, -patches.length);
    const inverses = inversePatches(answer.predictions, before, patches);
    outcome.done.push(given);
    outcome.inverses.push({ ...given, revision: answer.revision, patches: inverses });
  } catch (error) {
    outcome.failures.push(errorMessage(error));
  }
}
