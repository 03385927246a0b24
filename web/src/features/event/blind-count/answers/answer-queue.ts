import { errorCode, errorMessage } from "../../../../shared/api/errors.ts";
import { isTransientError } from "../../../../shared/api/transient-error.ts";
import { client } from "../../../../shared/api/trpc.ts";
import { DurableQueue } from "../../../../shared/durable-queue/durable-queue.ts";
import { type QueuePage, browserPage } from "../../../../shared/durable-queue/queue-page.ts";
import type { Delivery } from "../../../../shared/durable-queue/queue-types.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import { type AnswerStore, openAnswerStore } from "./answer-store.ts";
import {
  type AnswerEvent,
  REFUSED_ADVICE,
  type StoredAnswer,
  describeRefused,
  isRefused,
  reduceAnswer,
} from "./stored-answer.ts";

export type AnswerQueue = DurableQueue<StoredAnswer, AnswerEvent>;

const queues = new Map<string, AnswerQueue>();

/** A person's answers to checks, stored in the browser until the server has them. One queue in the page's lifetime. */
export function answerQueueFor(userSid: string): AnswerQueue {
  const queue = queues.get(userSid) ?? makeAnswerQueue(userSid, { store: openAnswerStore(userSid), send: sendAnswer });
  queues.set(userSid, queue);
  return queue;
}

type Dependencies = {
  store: Promise<AnswerStore>;
  /** @throws what the server answers */
  send: (answer: StoredAnswer) => Promise<unknown>;
  page?: QueuePage;
};

export function makeAnswerQueue(userSid: string, { store, send, page = browserPage }: Dependencies): AnswerQueue {
  const queue: AnswerQueue = new DurableQueue<StoredAnswer, AnswerEvent>(
    {
      name: `precount-answers-${userSid}`,
      store,
      keyOf: ({ sid }) => sid,
      reduce: reduceAnswer,
      nextTask: (answer) => (isRefused(answer) ? null : { id: answer.sid, readyAtMs: 0 }),
      deliver: async (answer) => {
        const delivery = await deliver(answer, send);
        if (delivery.is === "settled") showRefusal(queue, delivery.events);
        return delivery;
      },
    },
    page,
  );
  return queue;
}

/** A connection without an answer for this long is dead. */
const TIMEOUT_MS = 20_000;

const sendAnswer = ({ sid, userSid, answer }: StoredAnswer): Promise<unknown> =>
  client.blindCount.answerCheck.mutate({ sid, answer, author: userSid }, { signal: AbortSignal.timeout(TIMEOUT_MS) });

async function deliver(answer: StoredAnswer, send: Dependencies["send"]): Promise<Delivery<AnswerEvent, never>> {
  try {
    await send(answer);
    return { is: "settled", events: [{ type: "delivered" }] };
  } catch (error) {
    if (isTransientError(error)) return { is: "unreachable" };
    if (errorCode(error) === "UNAUTHORIZED") return { is: "signed-out" };
    // For example a completed event, which may be reopened.
    return { is: "settled", events: [{ type: "refused", message: errorMessage(error) }] };
  }
}

const NOTICE_MS = 10_000;

/** One notice counts all refused answers. */
function showRefusal(queue: AnswerQueue, events: readonly AnswerEvent[]): void {
  for (const event of events) {
    if (event.type !== "refused") continue;
    // The one that was just refused is not counted in the queue yet.
    const title = describeRefused(queue.items().filter(isRefused).length + 1);
    const action = { label: "Send again", run: () => void sendAgain(queue) };
    feedback.notice("error", title, `${event.message} ${REFUSED_ADVICE}`, NOTICE_MS, { key: "refused-answer", action });
  }
}

export const storeAnswer = (queue: AnswerQueue, answer: StoredAnswer): Promise<void> =>
  queue.change(answer, [{ type: "given" }]);

/** Sends all refused answers again. */
export const sendAgain = (queue: AnswerQueue): Promise<void> => changeRefused(queue, { type: "retry" });

/** Removes all refused answers from the device. */
export const discardRefused = (queue: AnswerQueue): Promise<void> => changeRefused(queue, { type: "discarded" });

async function changeRefused(queue: AnswerQueue, event: AnswerEvent): Promise<void> {
  await Promise.all(
    queue
      .items()
      .filter(isRefused)
      .map((answer) => queue.change(answer, [event])),
  );
}
