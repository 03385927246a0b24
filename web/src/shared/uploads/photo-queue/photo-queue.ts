import { DurableQueue } from "../../durable-queue/durable-queue.ts";
import { type QueuePage, browserPage } from "../../durable-queue/queue-page.ts";
import type { Connection, Delivery } from "../../durable-queue/queue-types.ts";
import type { PhotoDelivery } from "./deliver-photo.ts";
import type { PhotoStore } from "./photo-store.ts";
import {
  type PhotoEvent,
  type QueueStatus,
  type QueuedPhoto,
  compareByTakenAt,
  isUnsent,
  queueStatus,
  reducePhoto,
} from "./queued-photo.ts";

export type PhotoQueueDependencies = {
  store: Promise<PhotoStore>;
  deliver: (photo: QueuedPhoto, bytes: Blob) => Promise<PhotoDelivery>;
  /** Whether the session is still this person's; null when the server cannot be asked. */
  isSessionOwn: () => Promise<boolean | null>;
  /** The server has taken a photo. */
  onSent: () => void;
  page?: QueuePage;
};

/** A snapshot for the screen: the same object until it changes. */
export type PhotoQueueView = {
  photos: readonly QueuedPhoto[];
  connection: Connection;
  status: QueueStatus;
  isDurable: boolean;
};

/** One person's photos of all events, in a durable queue that outlives the screens. */
export class PhotoQueue {
  readonly #dependencies: PhotoQueueDependencies;
  readonly #page: QueuePage;
  readonly #queue: DurableQueue<QueuedPhoto, PhotoEvent>;
  #sentInARow = 0;
  #view: PhotoQueueView | null = null;

  constructor(userSid: string, dependencies: PhotoQueueDependencies) {
    this.#dependencies = dependencies;
    this.#page = dependencies.page ?? browserPage;
    this.#queue = new DurableQueue<QueuedPhoto, PhotoEvent>(
      {
        name: `precount-photo-queue-${userSid}`,
        store: dependencies.store,
        keyOf: ({ key }) => key,
        reduce: reducePhoto,
        nextTask: ({ key, state, leavesAtMs }) => (state === "waiting" ? { id: key, readyAtMs: leavesAtMs } : null),
        compare: compareByTakenAt,
        deliver: (photo) => this.#deliver(photo),
      },
      this.#page,
    );
    this.#queue.subscribe(() => (this.#view = null));
  }

  /** Sends until the returned function is called, also what was taken before the browser was closed. */
  open(): () => void {
    return this.#queue.open();
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#queue.subscribe(listener);

  readonly view = (): PhotoQueueView => {
    this.#view ??= this.#makeView();
    return this.#view;
  };

  /** Resolves when the photo is on the disk. @throws when the disk is full: the caller still has the photo */
  async add(photo: QueuedPhoto, bytes: Blob, thumb: Blob | null): Promise<void> {
    await (await this.#dependencies.store).add(photo, bytes, thumb);
    await this.#queue.reload(photo.key);
  }

  /** Applies the person's decision about a photo. */
  async change(key: string, event: PhotoEvent): Promise<void> {
    const photo = this.#queue.item(key);
    if (photo) await this.#queue.change(photo, [event]);
  }

  /** Sends all refused photos again, for example after their event was reopened. */
  async retryRefused(): Promise<void> {
    await this.#retry(this.#queue.items().filter(({ state }) => state === "refused"));
  }

  /** The event takes photos: sends those again that it refused while it was closed or not visible. */
  async retryRefusedByEvent(slug: string): Promise<void> {
    await this.#queue.loaded;
    const isRetried = (photo: QueuedPhoto): boolean =>
      photo.slug === slug && photo.state === "refused" && photo.isRefusedByEvent === true;
    await this.#retry(this.#queue.items().filter(isRetried));
  }

  async #retry(refused: readonly QueuedPhoto[]): Promise<void> {
    const event: PhotoEvent = { type: "retry", nowMs: this.#page.nowMs() };
    await Promise.all(refused.map((photo) => this.#queue.change(photo, [event])));
  }

  /** False when the photo is being sent or is sent: then it cannot be removed any more. */
  async remove(key: string): Promise<boolean> {
    if (this.#queue.sendingTask(key) !== null) return false;
    const isRemoved = await (await this.#dependencies.store).remove(key);
    await this.#queue.reload(key);
    return isRemoved;
  }

  readonly bytes = async (key: string): Promise<Blob | null> => (await this.#dependencies.store).bytes(key);
  readonly thumb = async (key: string): Promise<Blob | null> => (await this.#dependencies.store).thumb(key);

  /** Tries at once, without waiting for the next retry. */
  resume(): void {
    this.#queue.resume();
  }

  /** Another user who signs in on the same device must not send the photo in their own name. */
  async #deliver(photo: QueuedPhoto): Promise<Delivery<PhotoEvent, never>> {
    const { store, deliver, isSessionOwn, onSent } = this.#dependencies;
    const isOwn = await isSessionOwn();
    if (isOwn !== true) return { is: isOwn === null ? "unreachable" : "signed-out" };
    const bytes = await (await store).bytes(photo.key);
    if (!bytes) return { is: "settled", events: [{ type: "refused", message: BYTES_MISSING, isByEvent: false }] };
    const delivery = await deliver(photo, bytes);
    if (delivery.is === "unreachable" || delivery.is === "signed-out") return delivery;
    if (delivery.is === "refused") {
      const { message, isByEvent } = delivery;
      return { is: "settled", events: [{ type: "refused", message, isByEvent }] };
    }
    this.#sentInARow += 1;
    onSent();
    return { is: "settled", events: [{ type: "sent", imageSid: delivery.imageSid, nowMs: this.#page.nowMs() }] };
  }

  #makeView(): PhotoQueueView {
    const photos = this.#queue.items().toSorted(compareByTakenAt);
    const { connection, isDurable } = this.#queue;
    if (!photos.some(({ state }) => state === "waiting")) this.#sentInARow = 0;
    return { photos, connection, status: queueStatus(photos, connection, this.#sentInARow), isDurable };
  }
}

const BYTES_MISSING = "Its bytes are no longer on this device.";

/** Whether closing the page now would lose something. */
export const wouldLose = ({ photos, isDurable }: PhotoQueueView): boolean => !isDurable && photos.some(isUnsent);
