import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type ImageDetection, type Patch, makePatch } from "@precount/domain";
import { type Person, makePeople } from "../people.ts";
import { percentile } from "../percentile.ts";
import { drawPredictions } from "../predictions.ts";
import { NO_PHOTO, type SeededImage, seedDetections } from "../seed.ts";
import { CallError } from "../server.ts";
import type { Stack } from "../stack.ts";

const PEOPLE = 16;
/** Two people on one image, who share the work of a bay. */
const TOGETHER = 2;
const LABELS = { stickers: 56, shelves: 4 };
/** Think time of experienced people. */
const PAUSE_MS = { least: 600, most: 2000 };
/** Debounce of the page before it refetches, with a maximum delay. */
const QUIET_MS = 400;
const AT_MOST_MS = 2000;

export type DurableFigures = {
  people: number;
  edits: number;
  conflicts: number;
  durableMs: number;
  durableP95Ms: number;
  lost: number;
  doubled: number;
};

type Edit = { key: string; ms: number };

/**
 * Sixteen people edit for a while, two per image, with live updates like a page. An edit is durable when the server
 * has answered, because the server answers after its transaction. Each acknowledged edit is then checked in the
 * database.
 */
export async function measureDurable(stack: Stack, forMs: number): Promise<DurableFigures> {
  const slug = "editing";
  const { sid: projectSid } = (await stack.client.call("project.createProject", { name: slug, slug })) as {
    sid: string;
  }; // PD-55
  const people = await makePeople(stack, PEOPLE);
  const images = await seedDetections(stack, projectSid, PEOPLE / TOGETHER, drawPredictions(NO_PHOTO, LABELS));
  const until = performance.now() + forMs;
  const done = await Promise.all(
    people.map((person, n) => {
      const image = images[Math.floor(n / TOGETHER)];
      if (!image) throw new Error("More people than images.");
      return new Editor(stack.url, slug, person, image).editUntil(until);
    }),
  );
  const edits = done.flatMap((person) => person.edits);
  const times = edits.map(({ ms }) => ms);
  return {
    people: PEOPLE,
    edits: edits.length,
    conflicts: done.reduce((sum, { conflicts }) => sum + conflicts, 0),
    durableMs: percentile(times, 0.5),
    durableP95Ms: percentile(times, 0.95),
    ...(await lookFor(stack, edits)),
  };
}

async function lookFor({ pool }: Stack, edits: readonly Edit[]): Promise<{ lost: number; doubled: number }> {
  const { rows } = await pool.query<{ key: string; count: string }>(
    "select push_key as key, count(*) as count from detection_patches where push_key = any($1) group by push_key",
    [edits.map(({ key }) => key)],
  );
  const doubled = rows.filter(({ count }) => Number(count) > 1).length;
  return { lost: edits.length - rows.length, doubled };
}

class Editor {
  readonly #url: string;
  readonly #slug: string;
  readonly #person: Person;
  readonly #image: SeededImage;
  #revision = 0;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #staleSince = 0;

  constructor(url: string, slug: string, person: Person, image: SeededImage) {
    this.#url = url;
    this.#slug = slug;
    this.#person = person;
    this.#image = image;
  }

  async editUntil(until: number): Promise<{ edits: Edit[]; conflicts: number }> {
    const leaving = new AbortController();
    const listening = this.#listen(leaving.signal);
    await this.#refresh();
    const edits: Edit[] = [];
    let conflicts = 0;
    // Staggered start.
    await delay(Math.random() * PAUSE_MS.most);
    while (performance.now() < until) {
      const edit = await this.#edit(randomPatch());
      if (edit) edits.push(edit);
      else conflicts += 1;
      await delay(PAUSE_MS.least + Math.random() * (PAUSE_MS.most - PAUSE_MS.least));
    }
    leaving.abort();
    await listening;
    return { edits, conflicts };
  }

  /** Null at a conflict: the client reloads then. */
  async #edit(patch: Patch): Promise<Edit | null> {
    const key = randomUUID();
    const startedAt = performance.now();
    try {
      const input = { sid: this.#image.detectionSid, patches: [patch], revision: this.#revision, key };
      const answer = await this.#person.client.call("imageDetection.pushImageDetectionPatches", input);
      const ms = performance.now() - startedAt;
      this.#revision = (answer as ImageDetection).revision; // the procedure's output
      return { key, ms };
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 409) throw error;
      await this.#refresh();
      return null;
    }
  }

  async #refresh(): Promise<void> {
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = undefined;
    const input = { projectSlug: this.#slug, imageSid: this.#image.sid };
    const { detections } = await this.#person.client.query<{ detections: ImageDetection[] }>(
      "image.getProjectImage",
      input,
    );
    this.#revision = Math.max(this.#revision, detections[0]?.revision ?? 0);
  }

  async #listen(leaving: AbortSignal): Promise<void> {
    const { headers } = this.#person.client;
    try {
      const stream = await fetch(`${this.#url}/api/projects/${this.#slug}/events`, { headers, signal: leaving });
      for await (const chunk of stream.body ?? []) {
        if (Buffer.from(chunk).toString().includes("event: change")) this.#refreshSoon(leaving);
      }
    } catch (error) {
      if (!leaving.aborted) throw error;
    } finally {
      clearTimeout(this.#refreshTimer);
    }
  }

  #refreshSoon(leaving: AbortSignal): void {
    const now = performance.now();
    if (this.#refreshTimer === undefined) this.#staleSince = now;
    clearTimeout(this.#refreshTimer);
    const waitMs = Math.max(0, Math.min(QUIET_MS, this.#staleSince + AT_MOST_MS - now));
    this.#refreshTimer = setTimeout(() => void (leaving.aborted || this.#refresh()), waitMs);
  }
}

const below = (most: number): number => Math.floor(Math.random() * most);

/** A patch of a random sticker: usually a new value, sometimes a new position. */
function randomPatch(): Patch {
  const index = LABELS.shelves + below(LABELS.stickers);
  const dice = Math.random();
  if (dice < 0.5) return makePatch.code(index, String(100_000 + below(900_000)));
  if (dice < 0.85) return makePatch.quantity(index, String(1 + below(99)));
  // Away from the photo's edge, because the server refuses a rotated box with a corner outside.
  const [x, y] = [100 + below(2800), 100 + below(1800)];
  return makePatch.rect(index, { x, y, width: 200, height: 100, angle: below(30) });
}
