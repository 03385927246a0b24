import { EventEmitter } from "node:events";
import { PRESENCE_TIMEOUT_MS, type PresentUser, editFocusSchema, presentUsers } from "@precount/domain";
import { z } from "zod";
import type { Queryable } from "../db/connect.ts";
import { sql } from "../db/drizzle.ts";
import { type NotificationListener, parsePayload } from "../db/notification-listener.ts";

const PRESENCE_CHANNEL = "precount_presence";

const announcementSchema = z.object({
  imageSid: z.string(),
  user: z.object({ sid: z.string(), name: z.string() }),
  tab: z.string(),
  hand: editFocusSchema.nullable(),
  /** False when the tab no longer shows the image. */
  isHere: z.boolean(),
});
export type Announcement = z.infer<typeof announcementSchema>;
type Entry = Pick<Announcement, "user" | "hand"> & { until: number };

/** Changes within this time are sent together. */
const BATCH_MS = 150;
const SWEEP_MS = 5000;
/** Tabs per image; further ones are ignored. */
const MAX_TABS = 1000;

/** Notifies every process; stores nothing. Names are cut, because a NOTIFY payload holds at most 8000 bytes. */
export async function announce(db: Queryable, announcement: Announcement): Promise<void> {
  const user = { ...announcement.user, name: announcement.user.name.slice(0, 200) };
  const payload = JSON.stringify({ ...announcement, user });
  await db.execute(sql`select pg_notify(${PRESENCE_CHANNEL}, ${payload})`);
}

/**
 * The people who have an image open, kept in this process's memory from the announcements of all processes. Entries expire without further
 * announcements, so they need no cleanup after a crash. A process that has just started knows everyone after one heartbeat.
 */
export class Presence {
  readonly #images = new Map<string, Map<string, Entry>>();
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  readonly #streams = new Map<string, number>();
  readonly #onDeparture: (announcement: Announcement) => void;
  readonly #due = new Set<string>();
  #sweep: NodeJS.Timeout | undefined;

  readonly #durations: { presentForMs: number; sweepMs: number };

  /** @param onDeparture announces to every process that a tab of this one is gone */
  constructor(
    listening: NotificationListener,
    onDeparture: (announcement: Announcement) => void,
    durations = { presentForMs: PRESENCE_TIMEOUT_MS, sweepMs: SWEEP_MS },
  ) {
    this.#onDeparture = onDeparture;
    this.#durations = durations;
    listening.on(PRESENCE_CHANNEL, (payload) => {
      const { data } = announcementSchema.safeParse(parsePayload(payload));
      if (data) this.#receive(data);
    });
  }

  people(imageSid: string): PresentUser[] {
    return presentUsers([...(this.#images.get(imageSid)?.values() ?? [])]);
  }

  /** The images that a person has open. */
  openImages(): string[] {
    return [...this.#images.keys()];
  }

  /** Whether a person other than `userSid` has the image open. */
  isOpenByOthers(imageSid: string, userSid: string): boolean {
    return [...(this.#images.get(imageSid)?.values() ?? [])].some(({ user }) => user.sid !== userSid);
  }

  /** Calls `listener` when the people on the image or their selections change, until the returned function is called. */
  subscribe(imageSid: string, listener: (people: PresentUser[]) => void): () => void {
    this.#emitter.on(imageSid, listener);
    return () => this.#emitter.off(imageSid, listener);
  }

  /**
   * Registers a tab's event stream. When its last stream here ends, the tab is announced as gone; its later announcements count again,
   * because it may have reconnected to another process. Returns the function to call at the end of the stream.
   */
  attach(imageSid: string, { sid, name }: Announcement["user"], tab: string): () => void {
    const key = `${imageSid} ${sid} ${tab}`;
    this.#streams.set(key, (this.#streams.get(key) ?? 0) + 1);
    return () => {
      const left = (this.#streams.get(key) ?? 1) - 1;
      if (left > 0) this.#streams.set(key, left);
      else {
        this.#streams.delete(key);
        this.#onDeparture({ imageSid, user: { sid, name }, tab, hand: null, isHere: false });
      }
    };
  }

  #receive({ imageSid, user, tab, hand, isHere }: Announcement): void {
    const entries = this.#images.get(imageSid) ?? new Map<string, Entry>();
    const key = `${user.sid} ${tab}`;
    const before = entries.get(key);
    if (isHere && !before && entries.size >= MAX_TABS) return;
    if (isHere) entries.set(key, { user, hand, until: performance.now() + this.#durations.presentForMs });
    else entries.delete(key);
    if (entries.size === 0) this.#images.delete(imageSid);
    else this.#images.set(imageSid, entries);
    this.#sweep ??= setInterval(() => this.#expire(), this.#durations.sweepMs).unref();
    const isHeartbeat = isHere && before && JSON.stringify([before.user, before.hand]) === JSON.stringify([user, hand]);
    if (!isHeartbeat) this.#schedule(imageSid);
  }

  #expire(): void {
    for (const [imageSid, entries] of this.#images) {
      const gone = [...entries].filter(([, { until }]) => until < performance.now());
      for (const [key] of gone) entries.delete(key);
      if (entries.size === 0) this.#images.delete(imageSid);
      if (gone.length > 0) this.#schedule(imageSid);
    }
    if (this.#images.size > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }

  #schedule(imageSid: string): void {
    if (this.#due.has(imageSid) || this.#emitter.listenerCount(imageSid) === 0) return;
    this.#due.add(imageSid);
    setTimeout(() => {
      this.#due.delete(imageSid);
      this.#emitter.emit(imageSid, this.people(imageSid));
    }, BATCH_MS).unref();
  }
}
