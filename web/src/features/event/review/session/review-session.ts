import { type Store, createStore } from "@precount/annotator";
import type { Image, ImageDetection, Patch, Project, Result } from "@precount/domain";
import type { ReviewSearch } from "../../../../shared/paging/search.ts";
import { newBoxForm } from "../box-form/box-form-state.ts";
import { type RecognitionServices, type RecognitionState, StickerReader } from "../recognition/sticker-reader.ts";
import {
  type DetectionSnapshot,
  type PatchPut,
  type ResultRef,
  findResult,
  gestureEvents,
  patchesPut,
  recognitionEvents,
} from "../saving/gesture.ts";
import { type Frame, frameOf } from "../saving/history.ts";
import type { SaveQueue } from "../saving/save-queue.ts";
import type { DetectionRef } from "../saving/work-store.ts";
import type { WorkEvent } from "../saving/work.ts";
import type { ImageReading } from "../keyboard/review-walk.ts";
import { type FocusTarget, FocusTracker } from "./focus-tracker.ts";
import { type ListFilter, firstList, listWith, newList } from "./result-list.ts";
import { type ReviewInputs, type ReviewState, type Visibility, deriveState } from "./review-state.ts";
import { stepReading } from "./result-order.ts";
import { SelectionEcho } from "./selection-echo.ts";

/** The part of the save queue that the session uses. */
export type EditQueuePort = Pick<
  SaveQueue,
  "userSid" | "subscribe" | "connection" | "view" | "draft" | "drafts" | "change" | "resolve" | "loaded" | "onRecovered"
>;

/** The functions of the page around the session. */
export type ReviewPage = {
  setSearch: (changes: ReviewSearch) => void;
  /** Moves the view so that the result's box can be seen. */
  showOnPhoto: (result: Result) => void;
  focusPhoto: () => void;
  /** Shows the next part of the proof. @returns false when all of it has been on the screen */
  scrollProof: () => boolean;
  /**
   * Opens the next photo with doubtful readings; without one, a proof sheet of the photos without remaining doubts.
   * @returns false when there is neither, so that this photo is approved by itself
   */
  goToNextDoubtful: () => boolean;
  /** Opens another photo at a reading. */
  openReading: (reading: ImageReading) => void;
};

type Options = {
  queue: EditQueuePort;
  page: ReviewPage;
  project: Project;
  image: Image;
  detection: ImageDetection;
  selected: number | null;
  recognition: Omit<RecognitionServices, "find" | "fill">;
};

const ALL_VISIBLE: Visibility = { stickers: true, shelves: true, discarded: false, panel: true };

/**
 * The review of one detection: its results with the edits that are not saved yet, the selection and the focus, as data.
 * Panels subscribe to the part they show (see session-context.ts). Each method is an action of the user.
 */
export class ReviewSession {
  readonly focus = new FocusTracker((focus) => this.#set({ focus }));
  readonly reader: StickerReader;
  readonly queue: EditQueuePort;
  readonly ref: DetectionRef;
  #page: ReviewPage;
  readonly #store: Store<ReviewState>;
  readonly #selectionEcho = new SelectionEcho();
  #hasPanel = false;
  #isApproving = false;
  /** Whether the photo had doubtful readings when it was opened. */
  readonly #hadDoubts: boolean;

  constructor({ queue, page, project, image, detection, selected, recognition }: Options) {
    this.queue = queue;
    this.#page = page;
    this.ref = { userSid: queue.userSid, detectionSid: detection.sid, imageSid: image.sid, slug: project.slug };
    const saves = queue.view(detection.sid);
    const inputs: ReviewInputs = {
      project,
      image,
      detection,
      saves,
      connection: queue.connection,
      selected,
      current: selected,
      focus: null,
      visibility: ALL_VISIBLE,
      listState: null,
      isProof: false,
      openBoxForm: null,
      complaints: {},
    };
    const state = deriveState(inputs, null);
    this.#hadDoubts = stepReading(state.list.all, null, 1, "doubtful") !== null;
    // A photo without doubts starts with its proof.
    const isProof = state.validateReason === null && selected === null;
    this.#store = createStore(isProof ? deriveState({ ...state, isProof }, state) : state);
    this.reader = new StickerReader({ ...recognition, find: this.find, fill: this.#fill });
  }

  /** Follows the save queue and the focus until the returned function is called. Recognition continues after that. */
  open(): () => void {
    this.#refresh();
    const stop = [this.queue.subscribe(() => this.#refresh()), this.focus.open()];
    addEventListener("online", this.reader.retryNow);
    return () => {
      for (const end of stop) end();
      removeEventListener("online", this.reader.retryNow);
    };
  }

  readonly get = (): ReviewState => this.#store.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener);

  get page(): ReviewPage {
    return this.#page;
  }

  setPage(changes: Partial<ReviewPage>): void {
    this.#page = { ...this.#page, ...changes };
  }

  /** Replaces the event, image and detection with the versions that the server has sent. */
  update(given: Pick<ReviewInputs, "project" | "image" | "detection">): void {
    this.#set(given);
  }

  /** The current detection, also between two edits that come before the next render. */
  snapshot(): DetectionSnapshot {
    this.#refresh();
    return this.get().edits.snapshot;
  }

  /** The photo in whose pixels the boxes are. */
  get frame(): Frame {
    return frameOf(this.get().image);
  }

  /** Makes edits. The patches of one call are one step to undo. */
  readonly put = (patches: Patch | readonly Patch[]): readonly PatchPut[] => {
    const events = gestureEvents(this.snapshot(), [patches].flat(), this.frame);
    this.change(events);
    const puts = patchesPut(events);
    this.reader.watch(puts);
    return puts;
  };

  readonly change = (events: readonly WorkEvent[]): void => this.queue.change(this.ref, events);

  /** The current index of a result, even when other results were added before it. */
  readonly find = (target: ResultRef): { index: number; result: Result } | null => findResult(this.snapshot(), target);

  /** The state of a running recognition of a result; null when none is running. */
  recognitionState(index: number): RecognitionState | null {
    const { snapshot } = this.get().edits;
    return this.reader.running().find(({ target }) => findResult(snapshot, target)?.index === index)?.state ?? null;
  }

  readonly #fill: RecognitionServices["fill"] = (target, values) =>
    this.change(recognitionEvents(this.snapshot(), target, values));

  /** Selects a result without moving the photo. */
  readonly select = (index: number | null): void => {
    if (index === this.get().selected) return;
    this.#selectionEcho.write(index);
    this.#applySelection(index);
    if (index !== null) this.#set({ isProof: false });
    // The search takes no `undefined`: leaving it out is what takes it out of the address.
    this.#page.setSearch({ detection: index === null ? (undefined as never) : index + 1 });
  };

  /** Selects a result and moves the photo so that it can be seen. */
  readonly selectAndShow = (index: number | null): void => {
    this.select(index);
    const item = index === null ? undefined : this.get().edits.itemsByIndex.get(index);
    if (item) this.#page.showOnPhoto(item.result);
  };

  /** Takes the selection from the address, unless this session wrote it there. */
  selectFromAddress(index: number | null): void {
    if (this.#selectionEcho.isOwn(index)) return;
    this.#applySelection(index);
  }

  #applySelection(selected: number | null): void {
    const { list, edits } = this.get();
    const listState = selected === null ? list : listWith(list, edits, selected);
    this.#set({ selected, current: selected, listState });
  }

  /** Makes sure that a result is listed, and magnifies it. */
  readonly makeCurrent = (index: number): void => {
    const { list, edits } = this.get();
    this.#set({ current: index, listState: listWith(list, edits, index), isProof: false });
  };

  readonly filterList = (filter: Partial<ListFilter>): void => {
    const { list, edits } = this.get();
    this.#set({ listState: newList({ tab: list.tab, statuses: list.statuses, ...filter }, edits), isProof: false });
  };

  /** Shows all values beside their crops, to be compared before the photo is approved. */
  readonly showProof = (): void => this.#set({ isProof: true });

  /** Whether the panel with the list of results is on the screen. */
  get hasPanel(): boolean {
    return this.#hasPanel;
  }

  /** Called when the panel opens: sorts its list again. @returns the function to call when the panel closes */
  openPanel(): () => void {
    this.#resetList();
    this.#hasPanel = true;
    return () => {
      this.#hasPanel = false;
    };
  }

  #resetList(): void {
    const { list, edits, selected } = this.get();
    const first = firstList(edits, selected);
    const isSame = first.tab === list.tab && first.order.join() === list.order.join() && list.statuses.length === 0;
    if (!isSame) this.#set({ listState: first });
  }

  readonly setVisibility = (changes: Partial<Visibility>): void =>
    this.#set({ visibility: { ...this.get().visibility, ...changes } });

  /** Opens the panel with the list of results. */
  showPanel(): void {
    this.setVisibility({ panel: true });
    this.#page.setSearch({ tab: "picture" });
  }

  readonly openBoxForm = (index: number): void => {
    this.selectAndShow(index);
    const { edits, selected, image, editReason } = this.get();
    const item = edits.itemsByIndex.get(index);
    const context = { itemsByIndex: edits.itemsByIndex, selected, image, editReason };
    if (item) this.#set({ openBoxForm: newBoxForm(item, context) });
  };

  readonly setBoxForm = (openBoxForm: ReviewInputs["openBoxForm"]): void => this.#set({ openBoxForm });

  setComplaint(path: string, complaint: string | null): void {
    const { [path]: before, ...others } = this.get().complaints;
    if ((before ?? null) === complaint) return;
    this.#set({ complaints: complaint === null ? others : { ...others, [path]: complaint } });
  }

  /** @returns false while the photo is being approved already */
  beginApproval(): boolean {
    if (this.#isApproving) return false;
    this.#isApproving = true;
    return true;
  }

  endApproval(): void {
    this.#isApproving = false;
  }

  /** Whether the doubtful readings that the photo was opened with are all decided, so that only its approval is left. */
  isDecided(): boolean {
    this.#refresh();
    return this.#hadDoubts && this.get().validateReason === null;
  }

  /** The result whose card or reading has the focus. */
  focusedIndex(): number | null {
    const target = this.focus.now();
    return target === null || target.kind === "validate" ? null : target.index;
  }

  /** The reading that has the focus. */
  focusedReading(): Extract<FocusTarget, { kind: "reading" }> | null {
    const target = this.focus.now();
    return target?.kind === "reading" ? target : null;
  }

  #refresh(): void {
    this.#set({ saves: this.queue.view(this.ref.detectionSid), connection: this.queue.connection });
  }

  #set(changes: Partial<ReviewInputs>): void {
    const now = this.#store.get();
    const isSame = Object.entries(changes).every(([key, value]) => now[key as keyof ReviewInputs] === value); // keys of its own type
    if (!isSame) this.#store.set(deriveState({ ...now, ...changes }, now));
  }
}
