import { DurableQueue } from "../../../../shared/durable-queue/durable-queue.ts";
import type { Connection, Delivery } from "../../../../shared/durable-queue/queue-types.ts";
import type { EditsOfImage } from "../../../../shared/images/unsaved-edits.ts";
import { isUnloadJournalKey } from "../../../../shared/session/storage.ts";
import { type Delivered, type EditQueue, type QueuedEdit, nextEdit, targetOf, withSending } from "../edit-queue.ts";
import { type DetectionAnswer, deliverEdit } from "./deliver-edit.ts";
import type { History } from "./history.ts";
import { type JournalEntry, UnloadJournal, isStored } from "./unload-journal.ts";
import { type Draft, NO_WORK, type Work, type WorkEvent, isPending } from "./work.ts";
import {
  type DetectionRef,
  type StoredWork,
  keyOfWork,
  newWork,
  openWorkStore,
  reduceStoredWork,
} from "./work-store.ts";

/** An edit delivered in this page's lifetime: shown until the server's answer is on the screen, and as a tick after that. */
export type SavedEdit = { edit: QueuedEdit; delivered: Delivered };
/** A snapshot for the screen: the same object until it changes. Typing does not change it. */
export type SaveQueueView = { queue: EditQueue; saved: readonly SavedEdit[]; history: History };

const needsDecision = ({ state }: QueuedEdit): boolean => state === "conflict" || state === "refused";

type SaveQueueListeners = {
  onAnswer: (detection: DetectionRef, answer: DetectionAnswer) => void;
  /** With the server's message. The edit is kept until the person decides. */
  onRefusal: (message: string) => void;
};

/** One person's edits of all images, in a durable queue that outlives the screens. */
export class SaveQueue {
  readonly userSid: string;
  readonly #queue: DurableQueue<StoredWork, WorkEvent, SavedEdit>;
  readonly #journal: UnloadJournal;
  readonly #onAnswer: (detection: DetectionRef, answer: DetectionAnswer) => void;
  readonly #onRefusal: (message: string) => void;
  readonly #saved = new Map<string, readonly SavedEdit[]>();
  readonly #views = new Map<string, { view: SaveQueueView; content: string; isCurrent: boolean }>();
  readonly #recoveryListeners = new Set<(entry: JournalEntry) => void>();
  /** Resolves when all edits that earlier pages of this person left have been read. */
  readonly loaded: Promise<void>;

  constructor(userSid: string, { onAnswer, onRefusal }: SaveQueueListeners) {
    this.userSid = userSid;
    this.#onAnswer = onAnswer;
    this.#onRefusal = onRefusal;
    this.#journal = new UnloadJournal(userSid);
    this.#queue = new DurableQueue({
      name: `precount-edits-${userSid}`,
      store: openWorkStore(userSid),
      keyOf: keyOfWork,
      reduce: reduceStoredWork,
      nextTask: ({ work }) => {
        const edit = nextEdit(work);
        return edit ? { id: edit.id, readyAtMs: 0 } : null;
      },
      // From then on the server may have it: a newer edit follows it instead of replacing it.
      startEvents: (id) => [{ type: "leaves", id }],
      deliver: (stored, editId) => this.#deliver(stored, editId),
      onChange: (detectionSid) => this.#invalidateView(detectionSid),
      onNote: (detectionSid, saved) => this.#addSaved(detectionSid, saved),
      onUnconfirmed: (changes) =>
        this.#journal.write(changes.map(({ item, events }) => ({ place: detectionOf(item), events }))),
    });
    this.loaded = this.#load();
  }

  get connection(): Connection {
    return this.#queue.connection;
  }

  /** Sends until the returned function is called, also what earlier pages left. */
  open(): () => void {
    const close = this.#queue.open();
    const onStorage = ({ key }: StorageEvent): void => {
      if (key !== null && isUnloadJournalKey(this.userSid, key)) this.#recover();
    };
    addEventListener("storage", onStorage);
    return () => {
      close();
      removeEventListener("storage", onStorage);
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#queue.subscribe(listener);

  /** Calls the listener with each change that is recovered from a closed page. */
  onRecovered(listener: (entry: JournalEntry) => void): () => void {
    this.#recoveryListeners.add(listener);
    return () => this.#recoveryListeners.delete(listener);
  }

  view(detectionSid: string): SaveQueueView {
    const known = this.#views.get(detectionSid);
    if (known?.isCurrent) return known.view;
    const view = this.#makeView(detectionSid);
    const content = JSON.stringify(view);
    const isSame = known?.content === content;
    this.#views.set(detectionSid, { view: isSame ? known.view : view, content, isCurrent: true });
    return isSame ? known.view : view;
  }

  draft(detectionSid: string, target: string): Draft | null {
    return this.drafts(detectionSid)[target] ?? null;
  }

  drafts(detectionSid: string): Work["drafts"] {
    return this.#work(detectionSid).drafts;
  }

  /** Edits of all images that the server does not have. */
  unsavedEdits(): QueuedEdit[] {
    return this.#queue.items().flatMap(({ work }) => work.edits);
  }

  /** Edits of all images that need a decision: conflicts and refused ones. */
  unresolvedEdits(): { place: DetectionRef; edit: QueuedEdit }[] {
    return this.#queue
      .items()
      .flatMap((stored) =>
        stored.work.edits.filter(needsDecision).map((edit) => ({ place: detectionOf(stored), edit })),
      );
  }

  /** Edits and drafts that the server does not have. */
  pendingCount(): number {
    return this.#queue.items().reduce((sum, { work }) => sum + work.edits.length + Object.keys(work.drafts).length, 0);
  }

  /** The state of an image's edits, over all its detections. */
  readonly editsOf = (imageSid: string): EditsOfImage => {
    const edits = this.#queue.items().flatMap((item) => (item.imageSid === imageSid ? item.work.edits : []));
    if (edits.length === 0) return "saved";
    return this.connection !== "online" || edits.some(needsDecision) ? "held-up" : "sending";
  };

  /** Whether closing the page now would lose something. */
  wouldLose(): boolean {
    return (
      this.#queue.hasUnconfirmed() ||
      (!this.#queue.isDurable && this.#queue.items().some(({ work }) => isPending(work)))
    );
  }

  /** Shown at once, stored a moment later, then sent. */
  change(detection: DetectionRef, events: readonly WorkEvent[]): void {
    void this.#queue.change(newWork(detection), events);
  }

  /** Decides about an edit in conflict or refused: send it again, or give it up. */
  resolve(
    detection: DetectionRef,
    { id, state, revision }: Pick<QueuedEdit, "id" | "state" | "revision">,
    choice: "mine" | "theirs",
  ): void {
    if (choice === "theirs") this.change(detection, [{ type: "drop", ids: [id] }]);
    else this.change(detection, [state === "conflict" ? { type: "keep", id, revision } : { type: "retry", ids: [id] }]);
  }

  /** Sends everything again that was refused. */
  retry(): void {
    for (const stored of this.#queue.items()) {
      const ids = stored.work.edits.filter(({ state }) => state === "refused").map(({ id }) => id);
      if (ids.length > 0) this.change(detectionOf(stored), [{ type: "retry", ids }]);
    }
    this.resume();
  }

  /** Tries at once, without waiting for the next retry. */
  resume(): void {
    this.#queue.resume();
  }

  /** The server no longer knows the session: nothing is sent until a user signs in. */
  setSignedOut(): void {
    this.#queue.setSignedOut();
  }

  async #load(): Promise<void> {
    await this.#queue.loaded;
    this.#recover();
  }

  /** Takes over what pages left that were closed before the browser's database had confirmed everything. */
  #recover(): void {
    this.#journal.recover((entries) => {
      for (const entry of entries) {
        if (isStored(this.#work(entry.place.detectionSid), entry)) continue;
        this.change(entry.place, entry.events);
        for (const listener of this.#recoveryListeners) listener(entry);
      }
    });
  }

  async #deliver(stored: StoredWork, editId: string): Promise<Delivery<WorkEvent, SavedEdit>> {
    const edit = stored.work.edits.find(({ id }) => id === editId);
    if (!edit) return { is: "settled", events: [] };
    const detection = detectionOf(stored);
    const delivery = await deliverEdit(detection, edit);
    if (delivery.is === "unreachable" || delivery.is === "signed-out") return delivery;
    if (delivery.is === "saved") {
      const saved = { edit, delivered: delivery.answer.push };
      this.#addSaved(detection.detectionSid, saved);
      this.#onAnswer(detection, delivery.answer);
      return { is: "settled", events: [{ type: "saved", id: editId, delivered: saved.delivered }], note: saved };
    }
    if (delivery.is === "refused") this.#onRefusal(delivery.message);
    const { is: type, ...rest } = delivery;
    return { is: "settled", events: [{ type, id: editId, ...rest } as WorkEvent] }; // `is` decides what the rest holds
  }

  #work(detectionSid: string): Work {
    return this.#queue.item(detectionSid)?.work ?? NO_WORK;
  }

  #addSaved(detectionSid: string, saved: SavedEdit): void {
    const target = targetOf(saved.edit);
    const others = this.#saved.get(detectionSid)?.filter(({ edit }) => targetOf(edit) !== target) ?? [];
    this.#saved.set(detectionSid, [...others, saved]);
    this.#invalidateView(detectionSid);
  }

  #invalidateView(detectionSid: string): void {
    const known = this.#views.get(detectionSid);
    if (known) known.isCurrent = false;
  }

  #makeView(detectionSid: string): SaveQueueView {
    const { edits, landed, own, history } = this.#work(detectionSid);
    const shown = withSending(edits, this.#queue.sendingTask(detectionSid));
    return { queue: { edits: shown, landed, own }, saved: this.#saved.get(detectionSid) ?? [], history };
  }
}

const detectionOf = ({ userSid, detectionSid, imageSid, slug }: StoredWork): DetectionRef => ({
  userSid,
  detectionSid,
  imageSid,
  slug,
});
