import type { CheckAnswer } from "@precount/domain";
import { errorCode, errorMessage } from "../../../../shared/api/errors.ts";
import { isTransientError } from "../../../../shared/api/transient-error.ts";
import { client } from "../../../../shared/api/trpc.ts";
import { DurableQueue } from "../../../../shared/durable-queue/durable-queue.ts";
import type { Delivery } from "../../../../shared/durable-queue/queue-types.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import { type AnswerEvent, type StoredAnswer, openAnswerStore } from "./answer-store.ts";

export type AnswerQueue = DurableQueue<StoredAnswer, AnswerEvent>;

const queues = new Map<string, AnswerQueue>();

/** A person's answers to checks, stored in the browser until the server has them. One queue in the page's lifetime. */
export function answerQueueFor(userSid: string): AnswerQueue {
  const queue = queues.get(userSid) ?? makeQueue(userSid);
  queues.set(userSid, queue);
  return queue;
}

const makeQueue = (userSid: string): AnswerQueue =>
  new DurableQueue<StoredAnswer, AnswerEvent>({
    name: `precount-answers-${userSid}`,
    store: openAnswerStore(userSid),
    keyOf: ({ sid }) => sid,
    reduce: (stored) => stored,
    nextTask: ({ sid }) => ({ id: sid, readyAtMs: 0 }),
    deliver,
  });

/** A connection without an answer for this long is dead. */
const TIMEOUT_MS = 20_000;
const SETTLED = { is: "settled", events: ["delivered"] } as const;
const NOTICE_MS = 10_000;

async function deliver({ sid, userSid, answer }: StoredAnswer): Promise<Delivery<AnswerEvent, never>> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    await client.blindCount.answerCheck.mutate({ sid, answer, author: userSid }, { signal });
    return SETTLED;
  } catch (error) {
    if (isTransientError(error)) return { is: "unreachable" };
    if (errorCode(error) === "UNAUTHORIZED") return { is: "signed-out" };
    // For example a completed event: the answer has no use any more.
    feedback.notice("error", "An answer was not saved", errorMessage(error), NOTICE_MS, { key: "refused-answer" });
    return SETTLED;
  }
}

export const storeAnswer = (queue: AnswerQueue, userSid: string, sid: string, answer: CheckAnswer): Promise<void> =>
  queue.change({ sid, userSid, answer }, ["given"]);
