import { isDeepStrictEqual } from "node:util";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import type { SeededImage } from "../seed.ts";
import type { ClientLog, Edit } from "./checker.ts";
import type { Act } from "./plan.ts";

type Place = { userSid: string; detectionSid: string; imageSid: string; slug: string };
type UnresolvedEdit = {
  id: string;
  revision: number;
  state: "conflict" | "refused";
  target: string;
  ours: unknown;
  theirs: unknown;
};
/** The API of bench/src/lib/editing/headless-review.ts. */
type Review = {
  refresh(): Promise<void>;
  results(): unknown;
  do(gesture: unknown): Edit[];
  undoAndRedo(): { before: unknown[]; after: unknown[]; edits: Edit[] } | null;
  unresolvedEdits(): UnresolvedEdit[];
  settle(edit: UnresolvedEdit, choice: "mine" | "theirs"): void;
  isSettled(): boolean;
  resume(): void;
  debugState(): unknown;
};
type Headless = {
  openReview(place: Place, photo: { width: number; height: number }, onSaved: (ids: string[]) => void): Promise<Review>;
  benchSaved(detectionSid: string, ids: string[]): void;
  review: Review;
};

/** A page of the server outside the app; cookies, storage and locks are shared with the app. */
const BARE_PAGE = "/api/health";
const PUSH = "**/trpc/imageDetection.pushImageDetectionPatches*";
const NO_LIMITS = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
const PHOTO = { width: 4032, height: 3024 };

/** One browser tab that works on one image after the other, with a record of its edits and confirmations. */
export class Client {
  readonly #context: BrowserContext;
  readonly #userSid: string;
  readonly #slug: string;
  #page: Page | null = null;
  #image: SeededImage | null = null;
  /** Blocks the network while it exists. */
  #cutting: CDPSession | null = null;
  #loses: "request" | "answer" | null = null;
  #edits: Edit[] = [];
  #saved = new Set<string>();
  #shown = new Map<string, Set<unknown>>();
  /** Messages about undo and redo that did not restore the state. */
  unlike: string[] = [];
  conflicts = 0;

  constructor(context: BrowserContext, userSid: string, slug: string) {
    this.#context = context;
    this.#userSid = userSid;
    this.#slug = slug;
  }

  log(): ClientLog {
    return { edits: this.#edits, saved: this.#saved, shown: this.#shown };
  }

  /** Starts a history and resets the records. */
  async begin(image: SeededImage): Promise<void> {
    this.#image = image;
    [this.#edits, this.#saved, this.#shown, this.unlike, this.conflicts] = [[], new Set(), new Map(), [], 0];
    if (this.#page === null) await this.#open();
    else await this.#show();
  }

  /** Each edit has a unique `value`. */
  async act(act: Act, value: string): Promise<void> {
    switch (act.act) {
      case "cut":
        return this.#cut(this.#cutting === null);
      case "lose-request":
        this.#loses = "request";
        return;
      case "lose-answer":
        this.#loses = "answer";
        return;
      case "reload":
        // The page cannot be reloaded offline.
        await this.#cut(false);
        await this.#load();
        return;
      case "reopen":
        await this.#cut(false);
        await this.#page?.close();
        return this.#open();
      case "refresh":
        await this.#ask((review) => review.refresh().catch(() => undefined), null);
        return;
      case "there-and-back": {
        const result = await this.#ask((review) => review.undoAndRedo(), null);
        const difference = result && differenceOf(result.before, result.after);
        if (difference) this.unlike.push(`undo and redo led from ${difference}`);
        this.#edits.push(...(result?.edits ?? []));
        return;
      }
      case "code":
      case "quantity":
      case "move":
      case "discard":
      case "recover":
      case "undo":
      case "redo":
      case "add":
      default:
        this.#edits.push(...(await this.#ask((review, gesture) => review.do(gesture), { value, ...act })));
    }
  }

  /** Goes online and waits until the queue is empty. */
  async reconnect(): Promise<void> {
    this.#loses = null;
    await this.#cut(false);
    await this.#ask((review) => review.resume(), null);
  }

  /** Resolves conflicts; false while an edit is still being sent. */
  async decide(choose: () => "mine" | "theirs"): Promise<boolean> {
    for (const unresolved of await this.#ask((review) => review.unresolvedEdits(), null)) {
      const { state, target, ours, theirs } = unresolved;
      if (state === "conflict") {
        this.conflicts += 1;
        if (theirs === null || ours === null) throw new Error(`A conflict about ${target} does not show both sides.`);
        const shown = this.#shown.get(target) ?? new Set();
        this.#shown.set(target, shown.add(theirs));
      }
      const choice = state === "refused" ? "theirs" : choose();
      await this.#ask((review, given) => review.settle(given.unresolved, given.choice), { unresolved, choice });
    }
    return this.#ask((review) => review.isSettled() && review.unresolvedEdits().length === 0, null);
  }

  /** Makes the page refetch; null if it then shows these results, else a description of the difference. */
  async unlikeServer(results: readonly unknown[]): Promise<string | null> {
    await this.#ask((review) => review.refresh(), null);
    const shown = await this.#ask((review) => review.results() as unknown[], null);
    const difference = differenceOf(results, shown);
    if (difference === null) return null;
    const state = JSON.stringify(await this.#ask((review) => review.debugState(), null));
    return `the server has, and a page shows, ${difference}; ${state}`;
  }

  async #open(): Promise<void> {
    this.#page = await this.#context.newPage();
    await this.#page.exposeFunction("benchSaved", (detectionSid: string, ids: string[]) => {
      if (detectionSid === this.#image?.detectionSid) for (const id of ids) this.#saved.add(id);
    });
    await this.#page.route(PUSH, async (route) => {
      const loses = this.#loses;
      this.#loses = null;
      if (loses === "answer") await route.fetch().catch(() => undefined);
      await (loses === null ? route.continue() : route.abort("connectionreset")).catch(() => undefined);
    });
    await this.#load();
  }

  async #load(): Promise<void> {
    await this.#page?.goto(BARE_PAGE);
    await this.#show();
  }

  async #show(): Promise<void> {
    const { sid: imageSid, detectionSid } = this.#image ?? { sid: "", detectionSid: "" };
    const place = { userSid: this.#userSid, slug: this.#slug, imageSid, detectionSid };
    await this.#page?.evaluate(
      async (given) => {
        const page = globalThis as unknown as Headless; // added to each page by the context
        const onSaved = (ids: string[]): void => page.benchSaved(given.place.detectionSid, ids);
        page.review = await page.openReview(given.place, given.photo, onSaved);
      },
      { place, photo: PHOTO },
    );
  }

  /** Affects this tab only; other tabs of the browser keep their network. */
  async #cut(isCut: boolean): Promise<void> {
    if (isCut === (this.#cutting !== null)) return;
    const session = this.#cutting ?? (await this.#context.newCDPSession(this.#needPage()));
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", { offline: isCut, ...NO_LIMITS });
    this.#cutting = isCut ? session : null;
    if (!isCut) await session.detach();
  }

  #needPage(): Page {
    if (!this.#page) throw new Error("The client has no page.");
    return this.#page;
  }

  #ask<Given, Answer>(act: (review: Review, given: Given) => Answer | Promise<Answer>, given: Given): Promise<Answer> {
    const call = `(given) => (${act.toString()})(globalThis.review, given)`;
    // `act` runs in the page, so it cannot use outer functions.
    return this.#needPage().evaluate(`(${call})(${JSON.stringify(given)})`) as Promise<Answer>;
  }
}

/**
 * The first result that differs, in both versions; null if all are equal. Key order is ignored, because the database
 * does not keep it.
 */
function differenceOf(before: readonly unknown[], after: readonly unknown[]): string | null {
  const length = Math.max(before.length, after.length);
  const at = Array.from({ length }, (_, index) => index).find(
    (index) => !isDeepStrictEqual(before[index], after[index]),
  );
  return at === undefined ? null : `${at}: ${JSON.stringify(before[at])} → ${JSON.stringify(after[at])}`;
}
