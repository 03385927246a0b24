import { TRPCClientError } from "@trpc/client";
import { describe, expect, it, vi } from "vitest";
import { FROZEN_PAGE } from "../../../../shared/durable-queue/testing.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import { type AnswerQueue, discardRefused, makeAnswerQueue, sendAgain, storeAnswer } from "./answer-queue.ts";
import { memoryAnswerStore } from "./answer-store.ts";
import { REFUSED_ADVICE, type StoredAnswer, describeAnswers, refusalReasons } from "./stored-answer.ts";

const COMPLETED = "This event is completed: reopen it first.";
const NOTICE = `${COMPLETED} ${REFUSED_ADVICE}`;
const answerTo = (sid: string): StoredAnswer => ({
  sid,
  userSid: "me",
  answer: { kind: "unreadable" },
  eventName: "Spring",
});
const refusal = (): Error =>
  TRPCClientError.from({ error: { code: -32_012, message: COMPLETED, data: { code: "PRECONDITION_FAILED" } } });

/** A server whose event is completed, with three answers that were given offline. */
async function refusedAnswers(): Promise<{ queue: AnswerQueue; server: { isOpen: boolean; saved: string[] } }> {
  const server = { isOpen: false, saved: [] as string[] };
  const send = async ({ sid }: StoredAnswer): Promise<void> => {
    if (!server.isOpen) throw refusal();
    server.saved.push(sid);
  };
  const store = Promise.resolve(memoryAnswerStore());
  const queue = makeAnswerQueue("me", { store, send, page: FROZEN_PAGE });
  for (const sid of ["a", "b", "c"]) void storeAnswer(queue, answerTo(sid));
  queue.open();
  await until(queue, () => describeAnswers(queue.items(), "online") === "3 answers not saved");
  return { queue, server };
}

const until = (queue: AnswerQueue, holds: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (holds()) resolve();
    };
    queue.subscribe(look);
    look();
  });

describe("the answers of a blind count", () => {
  it("stay on the device when the server refuses them, and one notice counts them", async () => {
    const notice = vi.spyOn(feedback, "notice");
    const { queue } = await refusedAnswers();
    expect(queue.items().map(({ sid }) => sid)).toEqual(["a", "b", "c"]);
    expect(refusalReasons(queue.items())).toEqual([`Spring: ${COMPLETED}`]);
    expect(notice.mock.calls.map(([, title, text]) => [title, text])).toEqual([
      ["1 answer not saved", NOTICE],
      ["2 answers not saved", NOTICE],
      ["3 answers not saved", NOTICE],
    ]);
    expect(new Set(notice.mock.calls.map(([, , , , options]) => options?.key))).toEqual(new Set(["refused-answer"]));
    notice.mockRestore();
  });

  it("are saved when they are sent again after the event was reopened", async () => {
    const { queue, server } = await refusedAnswers();
    server.isOpen = true;
    await sendAgain(queue);
    await until(queue, () => queue.items().length === 0);
    expect(server.saved).toEqual(["a", "b", "c"]);
  });

  it("leave the device when the person discards the refused ones", async () => {
    const { queue, server } = await refusedAnswers();
    await discardRefused(queue);
    expect([queue.items(), server.saved]).toEqual([[], []]);
  });
});

describe("the state of the answers", () => {
  const waiting = answerTo("a");
  const refused = { ...waiting, refusal: COMPLETED };
  it.each([
    [[], "online", "All saved"],
    [[waiting], "online", "Saving…"],
    [[waiting, waiting], "offline", "2 waiting · offline"],
    [[waiting], "signed-out", "1 waiting · signed out"],
    [[refused], "online", "1 answer not saved"],
    [[refused, refused, waiting], "offline", "2 answers not saved · 1 waiting · offline"],
  ] as const)("%#: is %s", (answers, connection, text) => {
    expect(describeAnswers(answers, connection)).toBe(text);
  });
});
