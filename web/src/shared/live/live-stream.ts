import { LIVE_HEARTBEAT, LIVE_SILENCE_MS } from "@precount/domain";
import { queryClient } from "../api/query-client.ts";
import { trpc } from "../api/trpc.ts";

/** Delay before a stream is opened again that the server refused, or a proxy without its server. */
const REOPEN_DELAY_MS = 5000;
/** How often a page looks whether its stream has become silent. */
const CHECK_MS = 5000;

/** The messages about an event that a part of the page needs, by server-sent events (ADR-025). */
export type EventStreamInterest = {
  /** Parameters of the stream that it needs, such as `areas`. */
  parameters?: Readonly<Record<string, string>>;
  /** Listeners by kind of message, with the message's data as text. */
  on: Readonly<Partial<Record<MessageKind, (data: string) => void>>>;
  /** The stream is open. `hasMissed`: messages may have been missed since this part of the page joined. */
  onOpen: (hasMissed: boolean) => void;
  /** The stream is broken, or could not be opened again. */
  onBreak?: () => void;
};
const MESSAGE_KINDS = ["change", "failure", "presence", "areas"] as const;
type MessageKind = (typeof MESSAGE_KINDS)[number];
/** A new stream starts with the changes of the last 10 s; older ones may be missed. */
const SERVER_MEMORY_MS = 10_000;

const streams = new Map<string, LiveStream>();

/** Listens to the event until the returned function is called. All parts of the page share one stream. */
export function joinEventStream(slug: string, interest: EventStreamInterest): () => void {
  const stream = streams.get(slug) ?? new LiveStream(slug, () => streams.delete(slug));
  streams.set(slug, stream);
  return stream.join(interest);
}

class LiveStream {
  readonly #slug: string;
  readonly #onEmpty: () => void;
  /** When each joined, and whether a stream was open since: then a newly opened stream follows a break. */
  readonly #interests = new Map<EventStreamInterest, { wasOpen: boolean; joinedAtMs: number }>();
  #lastChange: { data: string; receivedAtMs: number } | undefined;
  #source: EventSource | undefined;
  #url = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #check: ReturnType<typeof setInterval> | undefined;
  #heardAtMs = 0;
  #isUpdateDue = false;
  #isRefused = false;

  constructor(slug: string, onEmpty: () => void) {
    this.#slug = slug;
    this.#onEmpty = onEmpty;
  }

  join(interest: EventStreamInterest): () => void {
    this.#interests.set(interest, { wasOpen: false, joinedAtMs: Date.now() });
    this.#update();
    return () => {
      this.#interests.delete(interest);
      this.#update();
    };
  }

  /** Parts of a page join and leave together: one update for all of them. */
  #update(): void {
    if (this.#isUpdateDue) return;
    this.#isUpdateDue = true;
    queueMicrotask(() => {
      this.#isUpdateDue = false;
      const url = this.#wantedUrl();
      if (this.#interests.size === 0) {
        this.#close();
        this.#onEmpty();
      } else if (url !== this.#url) {
        this.#close();
        this.#url = url;
        this.#open();
      } else if (this.#source?.readyState === EventSource.OPEN) this.#onJoinedOpenStream();
    });
  }

  #wantedUrl(): string {
    const search = new URLSearchParams();
    for (const { parameters = {} } of this.#interests.keys())
      for (const [name, value] of Object.entries(parameters)) search.set(name, value);
    search.sort();
    const query = search.size === 0 ? "" : `?${search.toString()}`;
    return `/api/projects/${encodeURIComponent(this.#slug)}/events${query}`;
  }

  #close(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#check);
    this.#source?.close();
    this.#source = undefined;
  }

  #open(): void {
    const source = new EventSource(this.#url);
    this.#source = source;
    const hear = (): void => void (this.#heardAtMs = Date.now());
    hear();
    this.#check = setInterval(() => this.#replaceSilent(), CHECK_MS);
    source.addEventListener(LIVE_HEARTBEAT, hear);
    for (const kind of MESSAGE_KINDS)
      source.addEventListener(kind, ({ data }: MessageEvent<string>) => {
        hear();
        if (kind === "change") this.#lastChange = { data, receivedAtMs: Date.now() };
        for (const { on } of this.#interests.keys()) on[kind]?.(data);
      });
    source.addEventListener("open", () => {
      hear();
      this.#onOpen();
    });
    // The browser reconnects after a broken connection, but not after an answer that is no stream.
    source.addEventListener("error", () => {
      if (source !== this.#source) return;
      for (const { onBreak } of this.#interests.keys()) onBreak?.();
      if (source.readyState === EventSource.CLOSED) this.#onRefuse();
    });
  }

  /** The browser is not notified of a connection that broke silently, and would wait for minutes. A clock that was set back counts as silence. */
  #replaceSilent(): void {
    if (Math.abs(Date.now() - this.#heardAtMs) < LIVE_SILENCE_MS) return;
    for (const { onBreak } of this.#interests.keys()) onBreak?.();
    this.#close();
    this.#open();
  }

  #onRefuse(): void {
    clearInterval(this.#check);
    this.#timer = setTimeout(() => this.#open(), REOPEN_DELAY_MS);
    if (this.#isRefused) return;
    this.#isRefused = true;
    // The session or the right may have ended. The answer leads to the sign-in page or to the page for missing events.
    void queryClient.invalidateQueries({ queryKey: trpc.project.getProject.queryKey({ slug: this.#slug }) });
  }

  #onOpen(): void {
    this.#isRefused = false;
    for (const [interest, joined] of this.#interests) {
      const hasMissed = joined.wasOpen || Date.now() - joined.joinedAtMs > SERVER_MEMORY_MS;
      joined.wasOpen = true;
      interest.onOpen(hasMissed);
    }
  }

  /** Repeats the last change for new interests: what they show may have been read before it. */
  #onJoinedOpenStream(): void {
    const last = this.#lastChange;
    for (const [interest, joined] of this.#interests) {
      if (joined.wasOpen) continue;
      joined.wasOpen = true;
      interest.onOpen(Date.now() - joined.joinedAtMs > SERVER_MEMORY_MS);
      if (last && Date.now() - last.receivedAtMs <= SERVER_MEMORY_MS) interest.on.change?.(last.data);
    }
  }
}
