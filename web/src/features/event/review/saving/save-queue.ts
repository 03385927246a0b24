import { withBrowserLock } from "../../../../shared/browser/with-browser-lock.ts";
import { isUnloadJournalKey } from "../../../../shared/session/storage.ts";
import { type Connection, type Delivered, type EditQueue, type QueuedEdit, nextEdit, targetOf } from "../edit-queue.ts";
import { type DetectionAnswer, deliverEdit } from "./deliver-edit.ts";
import type { History } from "./history.ts";
import { UnloadJournal, type JournalEntry, isStored } from "./unload-journal.ts";
import { type Draft, NO_WORK, type Work, type WorkEvent, isPending, reduceWork } from "./work.ts";
import { type DetectionRef, type WorkStore, openWorkStore } from "./work-store.ts";

/** Delivered in this page's lifetime: shown until the server's own answer is on the screen, and as a tick afterwards. */
type SavedEdit = { edit: QueuedEdit; delivered: Delivered };
type Held = { place: DetectionRef; stored: Work; ahead: (readonly WorkEvent[])[]; work: Work; saved: SavedEdit[] };
/** What the screen draws from; the same object until it changes. Typing does not change it. */
export type SaveQueueView = { queue: EditQueue; saved: readonly SavedEdit[]; history: History };
const NO_VIEW: SaveQueueView = { queue: NO_WORK, saved: [], history: NO_WORK.history };

/** Between two tries of a server that cannot be reached. */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;

type News = { place: DetectionRef; saved?: SavedEdit };

/**
 * One person's edits of all photos: into the browser's store at once, from there to the server one after the other, by
 * one tab at a time. It outlives the screens; what is in it survives everything but clearing the browser's data.
 */
export class SaveQueue {
  readonly userSid: string;
  readonly #held = new Map<string, Held>();
  readonly #views = new Map<string, SaveQueueView>();
  readonly #listeners = new Set<() => void>();
  readonly #takers = new Set<(words: JournalEntry) => void>();
  readonly #store: Promise<WorkStore>;
  readonly #lastWords: UnloadJournal;
  readonly #onAnswer: (place: DetectionRef, answer: DetectionAnswer) => void;
  readonly #channel: BroadcastChannel;
  /** Everything of this person that earlier pages left is here. */
  readonly loaded: Promise<void>;
  #isDurable = true;
  #isOpen = false;
  #isRunning = false;
  #wantsRun = false;
  #sending: string | null = null;
  #waitMs = FIRST_WAIT_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  connection: Connection = "online";

  constructor(userSid: string, onAnswer: (place: DetectionRef, answer: DetectionAnswer) => void) {
    this.userSid = userSid;
    this.#onAnswer = onAnswer;
    this.#store = openWorkStore();
    this.#lastWords = new UnloadJournal(userSid);
    this.#channel = new BroadcastChannel(`precount-outbox-${userSid}`);
    this.#channel.addEventListener("message", ({ data }: MessageEvent<News>) => void this.#hear(data));
    this.loaded = this.#load();
  }

  /** Sends until `close`; also what an earlier session of the same person left. */
  open(): () => void {
    this.#isOpen = true;
    const hurry = (): void => this.resume();
    const onStorage = ({ key, newValue }: StorageEvent): void => {
      if (key === "session" && newValue !== null) this.resume();
      if (key !== null && isUnloadJournalKey(this.userSid, key)) this.#takeLeft();
    };
    addEventListener("online", hurry);
    addEventListener("storage", onStorage);
    document.addEventListener("visibilitychange", hurry);
    this.resume();
    return () => {
      this.#isOpen = false;
      clearTimeout(this.#timer);
      removeEventListener("online", hurry);
      removeEventListener("storage", onStorage);
      document.removeEventListener("visibilitychange", hurry);
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Hears of what was taken over from a page that is gone. */
  onTaken(hear: (words: JournalEntry) => void): () => void {
    this.#takers.add(hear);
    return () => this.#takers.delete(hear);
  }

  view(detectionSid: string): SaveQueueView {
    const view = this.#views.get(detectionSid) ?? this.#makeView(detectionSid);
    this.#views.set(detectionSid, view);
    return view;
  }

  draft(detectionSid: string, target: string): Draft | null {
    return this.#held.get(detectionSid)?.work.drafts[target] ?? null;
  }

  drafts(detectionSid: string): Work["drafts"] {
    return this.#held.get(detectionSid)?.work.drafts ?? NO_WORK.drafts;
  }

  /** What needs a person's word, of every photo. */
  troubles(): { place: DetectionRef; edit: QueuedEdit }[] {
    return [...this.#held.values()].flatMap(({ place, work }) =>
      work.edits.filter(({ state }) => state === "conflict" || state === "refused").map((edit) => ({ place, edit })),
    );
  }

  pendingCount(): number {
    return [...this.#held.values()].reduce(
      (sum, { work }) => sum + work.edits.length + Object.keys(work.drafts).length,
      0,
    );
  }

  /** How many wait for nothing but a way to the server. */
  sendableCount(): number {
    const waiting = [...this.#held.values()].flatMap(({ work }) =>
      work.edits.filter(({ state }) => state === "waiting"),
    );
    return waiting.length;
  }

  /** Whether closing the page now would lose something. */
  wouldLose(): boolean {
    const held = [...this.#held.values()];
    return held.some(({ ahead }) => ahead.length > 0) || (!this.#isDurable && held.some(({ work }) => isPending(work)));
  }

  /** Shown at once, durable a moment later, then on its way. */
  change(place: DetectionRef, events: readonly WorkEvent[]): void {
    void this.#commit(place, events).then(() => this.#run());
  }

  /** A person's word on an edit that was not taken. */
  settle(place: DetectionRef, { id, state }: QueuedEdit, choice: "mine" | "theirs"): void {
    if (choice === "theirs") this.change(place, [{ type: "drop", ids: [id] }]);
    else this.change(place, [state === "conflict" ? { type: "keep", id } : { type: "retry", ids: [id] }]);
  }

  /** Everything that was refused is tried once more. */
  retry(): void {
    for (const { place, work } of this.#held.values()) {
      const ids = work.edits.filter(({ state }) => state === "refused").map(({ id }) => id);
      if (ids.length > 0) this.change(place, [{ type: "retry", ids }]);
    }
    this.resume();
  }

  /** Tries at once, whatever it waits for. */
  resume(): void {
    if (this.connection === "signed-out") this.connection = "online";
    this.#waitMs = FIRST_WAIT_MS;
    void this.#run();
  }

  /** The server no longer knows the session: nothing is sent until someone signs in. */
  signedOut(): void {
    this.#setConnection("signed-out");
  }

  async #load(): Promise<void> {
    const store = await this.#store;
    this.#isDurable = store.isDurable;
    for (const { work, changedAt: _, ...place } of await store.load(this.userSid)) {
      const held = this.#hold(place);
      held.stored = work;
      this.#recompute(held);
    }
    this.#emit();
    this.#takeLeft();
    void this.#run();
  }

  /** Of pages that went before the browser's database had taken everything. */
  #takeLeft(): void {
    this.#lastWords.takeLeft((left) => {
      for (const words of left) {
        if (isStored(this.#hold(words.place).stored, words)) continue;
        this.change(words.place, words.events);
        for (const hear of this.#takers) hear(words);
      }
    });
  }

  #keepLastWords(): void {
    const held = [...this.#held.values()];
    this.#lastWords.keep(held.flatMap(({ place, ahead }) => ahead.map((events) => ({ place, events }))));
  }

  #hold(place: DetectionRef): Held {
    const known = this.#held.get(place.detectionSid);
    if (known) return known;
    const held: Held = { place, stored: NO_WORK, ahead: [], work: NO_WORK, saved: [] };
    this.#held.set(place.detectionSid, held);
    return held;
  }

  #recompute(held: Held): void {
    const before = held.work;
    held.work = held.ahead.flat().reduce(reduceWork, held.stored);
    const { edits, landed, history } = held.work;
    const isSame =
      JSON.stringify([edits, landed, history]) === JSON.stringify([before.edits, before.landed, before.history]);
    if (!isSame) this.#views.delete(held.place.detectionSid);
  }

  #makeView(detectionSid: string): SaveQueueView {
    const held = this.#held.get(detectionSid);
    if (!held) return NO_VIEW;
    const edits = held.work.edits.map((edit): QueuedEdit =>
      edit.id === this.#sending ? { ...edit, state: "sending" } : edit,
    );
    return { queue: { ...held.work, edits }, saved: [...held.saved], history: held.work.history };
  }

  async #commit(place: DetectionRef, events: readonly WorkEvent[]): Promise<Work> {
    const held = this.#hold(place);
    held.ahead.push(events);
    this.#keepLastWords();
    this.#recompute(held);
    this.#emit();
    const store = await this.#store;
    try {
      held.stored = (await store.change(place, events)).work;
      this.#tell({ place });
    } catch {
      // The disk is full or the browser forbids it: the page keeps it, and says so when it is to be closed.
      this.#isDurable = false;
      held.stored = events.reduce(reduceWork, held.stored);
    }
    held.ahead = held.ahead.filter((one) => one !== events);
    this.#keepLastWords();
    this.#recompute(held);
    this.#emit();
    return held.stored;
  }

  /** Another tab of this person has changed something, or delivered it. */
  async #hear({ place, saved }: News): Promise<void> {
    const held = this.#hold(place);
    if (saved) this.#keepSaved(held, saved);
    const stored = await (await this.#store).read(place);
    if (stored) held.stored = stored.work;
    this.#recompute(held);
    this.#emit();
    void this.#run();
  }

  #keepSaved(held: Held, saved: SavedEdit): void {
    const target = targetOf(saved.edit);
    held.saved = [...held.saved.filter(({ edit }) => targetOf(edit) !== target), saved];
    this.#views.delete(held.place.detectionSid);
  }

  async #run(): Promise<void> {
    this.#wantsRun = true;
    if (this.#isRunning || !this.#isOpen || this.connection === "signed-out") return;
    this.#isRunning = true;
    clearTimeout(this.#timer);
    const store = await this.#store;
    while (this.#wantsRun) {
      this.#wantsRun = false;
      await withBrowserLock(`precount-outbox-${this.userSid}`, () => this.#drain(store));
    }
    this.#isRunning = false;
  }

  async #drain(store: WorkStore): Promise<void> {
    while (this.#isOpen) {
      const found = await this.#next(store);
      if (!found) return;
      const { place } = found;
      // From here on it may be with the server: a newer edit follows it instead of replacing it.
      const work = await this.#commit(place, [{ type: "leaves", id: found.edit.id }]);
      const edit = work.edits.find(({ id, state }) => id === found.edit.id && state === "waiting");
      if (edit && !(await this.#send(place, edit))) return;
    }
  }

  /** The first that may leave; the store knows, for other tabs write there too. */
  async #next(store: WorkStore): Promise<{ place: DetectionRef; edit: QueuedEdit } | null> {
    for (const held of this.#held.values()) {
      if (held.work.edits.length === 0) continue;
      const work = this.#isDurable ? ((await store.read(held.place))?.work ?? held.stored) : held.stored;
      const edit = nextEdit(work);
      if (edit) return { place: held.place, edit };
    }
    return null;
  }

  /** False when there is no use in sending another one now. */
  async #send(place: DetectionRef, edit: QueuedEdit): Promise<boolean> {
    this.#setSending(place, edit.id);
    const verdict = await deliverEdit(place, edit);
    this.#sending = null;
    this.#views.delete(place.detectionSid);
    switch (verdict.is) {
      case "unreachable":
        this.#setConnection("offline");
        this.#timer = setTimeout(() => void this.#run(), this.#waitMs);
        this.#waitMs = Math.min(this.#waitMs * 2, LONGEST_WAIT_MS);
        return false;
      case "signed-out":
        this.#setConnection("signed-out");
        return false;
      case "saved": {
        const saved = { edit, delivered: verdict.answer.push };
        this.#keepSaved(this.#hold(place), saved);
        this.#onAnswer(place, verdict.answer);
        await this.#commit(place, [{ type: "saved", id: edit.id, delivered: saved.delivered }]);
        this.#tell({ place, saved });
        break;
      }
      case "conflict":
      case "refused":
      default: {
        const { is: type, ...rest } = verdict;
        await this.#commit(place, [{ type, id: edit.id, ...rest } as WorkEvent]);
      }
    }
    this.#waitMs = FIRST_WAIT_MS;
    this.#setConnection("online");
    return true;
  }

  #tell(news: News): void {
    // A channel is of one origin; only windows need a target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.#channel.postMessage(news);
  }

  #setSending({ detectionSid }: DetectionRef, id: string): void {
    this.#sending = id;
    this.#views.delete(detectionSid);
    this.#emit();
  }

  #setConnection(connection: Connection): void {
    this.connection = connection;
    this.#emit();
  }

  #emit(): void {
    for (const listener of this.#listeners) listener();
  }
}
