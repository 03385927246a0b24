import { EventEmitter } from "node:events";
import type { AreaUpdate } from "@precount/domain";
import { readTouchedAreas } from "../db/areas.ts";
import type { Database } from "../db/connect.ts";
import type { Listening } from "../db/listening.ts";
import { Semaphore } from "../lib/semaphore.ts";
import type { LiveEvents } from "./live-events.ts";
import { type Change, MOST_AREAS_NAMED } from "./publish-change.ts";

/** Changes that come together are told together; well below the second within which a colour changes everywhere. */
const TOGETHER_MS = 100;
/** What was touched is remembered so long, and at most twice: a screen's list may be as much older than its stream. */
const REMEMBERED_MS = 10_000;

/** What changes touched; `all` when it is not known what, or too many to name. */
type Touched = { images: Set<string>; areas: Set<string>; all: boolean };
type EventAreas = {
  due: Touched;
  timer: NodeJS.Timeout | undefined;
  recent: Touched;
  older: Touched;
  /** Reads follow each other, so that no screen is told what was before what is. */
  reading: Semaphore;
};
/** The message as it goes out: made once, however many screens there are. */
type Listener = (message: Buffer) => void;

/**
 * The areas of an event as they change, for all screens of this process that show them: what is announced within a moment is
 * read with one statement and told in one message, the same for everyone.
 */
export class LiveAreas {
  readonly #db: Database;
  readonly #events = new Map<string, EventAreas>();
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  readonly #onError: (error: Error) => void;
  #forgetting: NodeJS.Timeout | undefined;
  #resyncedAt = Number.NEGATIVE_INFINITY;

  /** @param onError hears why areas could not be read; screens then read their lists again */
  constructor(from: { db: Database; live: LiveEvents; listening: Listening; onError: (error: Error) => void }) {
    this.#db = from.db;
    this.#onError = from.onError;
    from.live.onEvery((change) => this.#take(change));
    from.listening.onResync(() => this.#resync());
  }

  /**
   * Calls `listener` with what changes, until the returned function is called; at once with what was touched in the last
   * seconds, for the list that the screen has may be from before it.
   */
  subscribe(projectSid: string, listener: Listener): () => void {
    let isOver = false;
    this.#emitter.on(projectSid, listener);
    const event = this.#eventOf(projectSid);
    const past = union(event.older, event.recent);
    if (performance.now() - this.#resyncedAt < REMEMBERED_MS) past.all = true;
    if (!isNothing(past)) {
      this.#read(event, projectSid, past, (message) => {
        if (!isOver) listener(message);
      });
    }
    return () => {
      isOver = true;
      this.#emitter.off(projectSid, listener);
    };
  }

  #eventOf(projectSid: string): EventAreas {
    const event = this.#events.get(projectSid) ?? newEvent();
    this.#events.set(projectSid, event);
    this.#forgetting ??= setInterval(() => this.#forget(), REMEMBERED_MS).unref();
    return event;
  }

  #take(change: Change): void {
    const { projectSid } = change;
    const event = this.#eventOf(projectSid);
    touch(event.recent, change);
    if (this.#emitter.listenerCount(projectSid) === 0) return;
    touch(event.due, change);
    event.timer ??= setTimeout(() => {
      const { due } = event;
      event.due = nothing();
      event.timer = undefined;
      if (!isNothing(due)) this.#read(event, projectSid, due, (message) => this.#emitter.emit(projectSid, message));
    }, TOGETHER_MS).unref();
  }

  /** What was missed is unknown, of any event. */
  #resync(): void {
    this.#resyncedAt = performance.now();
    for (const projectSid of this.#emitter.eventNames().map(String)) {
      this.#read(this.#eventOf(projectSid), projectSid, { ...nothing(), all: true }, (message) =>
        this.#emitter.emit(projectSid, message),
      );
    }
  }

  #read(event: EventAreas, projectSid: string, touched: Touched, tell: Listener): void {
    void event.reading.pass(async () => {
      const news = await this.#newsOf(projectSid, touched);
      if (news !== null) tell(Buffer.from(`event: areas\ndata: ${JSON.stringify(news)}\n\n`));
    });
  }

  async #newsOf(projectSid: string, { images, areas, all }: Touched): Promise<AreaUpdate | null> {
    if (all) return { stale: true };
    try {
      const changed = await readTouchedAreas(this.#db, projectSid, { imageSids: [...images], areaSids: [...areas] });
      const found = new Set(changed.map(({ sid }) => sid));
      const gone = [...areas].filter((sid) => !found.has(sid));
      return changed.length + gone.length === 0 ? null : { changed, gone };
    } catch (error) {
      this.#onError(error instanceof Error ? error : new Error(String(error)));
      return { stale: true };
    }
  }

  #forget(): void {
    for (const [projectSid, event] of this.#events) {
      event.older = event.recent;
      event.recent = nothing();
      // Whoever looks on keeps it: its reads must go on following each other.
      const isNeeded = event.timer || this.#emitter.listenerCount(projectSid) > 0;
      if (isNothing(event.older) && !isNeeded) this.#events.delete(projectSid);
    }
    if (this.#events.size > 0) return;
    clearInterval(this.#forgetting);
    this.#forgetting = undefined;
  }
}

const nothing = (): Touched => ({ images: new Set(), areas: new Set(), all: false });
const isNothing = ({ images, areas, all }: Touched): boolean => !all && images.size === 0 && areas.size === 0;
const newEvent = (): EventAreas => ({
  due: nothing(),
  timer: undefined,
  recent: nothing(),
  older: nothing(),
  reading: new Semaphore(1),
});

function touch(touched: Touched, { kind, sid, projectSid }: Change): void {
  if (kind === "image") touched.images.add(sid);
  // Under the event's own sid are announced those that are too many to name.
  else if (kind === "area" && sid !== projectSid) touched.areas.add(sid);
  // Neither a detection by itself nor a document task changes an area.
  else if (kind === "area" || kind === "project") touched.all = true;
  limit(touched);
}

function limit(touched: Touched): Touched {
  if (touched.images.size + touched.areas.size > MOST_AREAS_NAMED) touched.all = true;
  if (touched.all) {
    touched.images.clear();
    touched.areas.clear();
  }
  return touched;
}

const union = (one: Touched, other: Touched): Touched =>
  limit({
    images: new Set([...one.images, ...other.images]),
    areas: new Set([...one.areas, ...other.areas]),
    all: one.all || other.all,
  });
