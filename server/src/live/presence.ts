import { EventEmitter } from "node:events";
import { PRESENCE_TIMEOUT_MS, type PresentUser, editFocusSchema, presentUsers } from "@precount/domain";
import { z } from "zod";
import type { Queryable } from "../db/connect.ts";
import { sql } from "../db/drizzle.ts";
import { type Listening, parsePayload } from "../db/listening.ts";

const PRESENCE_CHANNEL = "precount_presence";

const announcementSchema = z.object({
  imageSid: z.string(),
  user: z.object({ sid: z.string(), name: z.string() }),
  tab: z.string(),
  hand: editFocusSchema.nullable(),
  /** Whether the tab shows the image; false when it leaves. */
  isHere: z.boolean(),
});
export type Announcement = z.infer<typeof announcementSchema>;
type Entry = Pick<Announcement, "user" | "hand"> & { until: number };

/** Changes that come together are told together. */
const TOGETHER_MS = 150;
const SWEEP_MS = 5000;
/** No image is looked at in more tabs than that. */
const MOST_TABS = 1000;

/** Tells every process; nothing is written. A name that is no name of a person is cut: a payload has its limit. */
export async function announce(db: Queryable, announcement: Announcement): Promise<void> {
  const user = { ...announcement.user, name: announcement.user.name.slice(0, 200) };
  const payload = JSON.stringify({ ...announcement, user });
  await db.execute(sql`select pg_notify(${PRESENCE_CHANNEL}, ${payload})`);
}

/**
 * Who looks at which image, in this process's memory, by what all processes announce. A tab that says nothing more is
 * forgotten, so it comes right by itself whatever dies. A process that has just started knows all after one beat.
 */
export class Presence {
  readonly #images = new Map<string, Map<string, Entry>>();
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  readonly #streams = new Map<string, number>();
  readonly #onParted: (announcement: Announcement) => void;
  readonly #due = new Set<string>();
  #sweep: NodeJS.Timeout | undefined;

  readonly #lasting: { presentForMs: number; sweepMs: number };

  /** @param onParted tells every process that a page of this one is gone */
  constructor(
    listening: Listening,
    onParted: (announcement: Announcement) => void,
    lasting = { presentForMs: PRESENCE_TIMEOUT_MS, sweepMs: SWEEP_MS },
  ) {
    this.#onParted = onParted;
    this.#lasting = lasting;
    listening.on(PRESENCE_CHANNEL, (payload) => {
      const { data } = announcementSchema.safeParse(parsePayload(payload));
      if (data) this.#take(data);
    });
  }

  people(imageSid: string): PresentUser[] {
    return presentUsers([...(this.#images.get(imageSid)?.values() ?? [])]);
  }

  /** Whether somebody else than `userSid` looks at the image. */
  isTaken(imageSid: string, userSid: string): boolean {
    return [...(this.#images.get(imageSid)?.values() ?? [])].some(({ user }) => user.sid !== userSid);
  }

  /** Calls `listener` when it changes who looks at the image, or what they have in hand, until the returned function is called. */
  subscribe(imageSid: string, listener: (people: PresentUser[]) => void): () => void {
    this.#emitter.on(imageSid, listener);
    return () => this.#emitter.off(imageSid, listener);
  }

  /**
   * A page's stream: when its last one here ends, so has the page. What it says afterwards counts again, for a stream may
   * have ended elsewhere. Returns what to call at its end.
   */
  attend(imageSid: string, { sid, name }: Announcement["user"], tab: string): () => void {
    const key = `${imageSid} ${sid} ${tab}`;
    this.#streams.set(key, (this.#streams.get(key) ?? 0) + 1);
    return () => {
      const left = (this.#streams.get(key) ?? 1) - 1;
      if (left > 0) this.#streams.set(key, left);
      else {
        this.#streams.delete(key);
        this.#onParted({ imageSid, user: { sid, name }, tab, hand: null, isHere: false });
      }
    };
  }

  #take({ imageSid, user, tab, hand, isHere }: Announcement): void {
    const entries = this.#images.get(imageSid) ?? new Map<string, Entry>();
    const key = `${user.sid} ${tab}`;
    const before = entries.get(key);
    if (isHere && !before && entries.size >= MOST_TABS) return;
    if (isHere) entries.set(key, { user, hand, until: performance.now() + this.#lasting.presentForMs });
    else entries.delete(key);
    if (entries.size === 0) this.#images.delete(imageSid);
    else this.#images.set(imageSid, entries);
    this.#sweep ??= setInterval(() => this.#forget(), this.#lasting.sweepMs).unref();
    const isBeat = isHere && before && JSON.stringify([before.user, before.hand]) === JSON.stringify([user, hand]);
    if (!isBeat) this.#tell(imageSid);
  }

  #forget(): void {
    for (const [imageSid, entries] of this.#images) {
      const gone = [...entries].filter(([, { until }]) => until < performance.now());
      for (const [key] of gone) entries.delete(key);
      if (entries.size === 0) this.#images.delete(imageSid);
      if (gone.length > 0) this.#tell(imageSid);
    }
    if (this.#images.size > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }

  #tell(imageSid: string): void {
    if (this.#due.has(imageSid) || this.#emitter.listenerCount(imageSid) === 0) return;
    this.#due.add(imageSid);
    setTimeout(() => {
      this.#due.delete(imageSid);
      this.#emitter.emit(imageSid, this.people(imageSid));
    }, TOGETHER_MS).unref();
  }
}
