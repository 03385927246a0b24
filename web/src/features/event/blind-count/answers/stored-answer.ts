import type { CheckAnswer } from "@precount/domain";
import type { Connection } from "../../../../shared/durable-queue/queue-types.ts";

/** An answer that the server does not have yet. */
export type StoredAnswer = {
  /** The check's id. */
  sid: string;
  userSid: string;
  answer: CheckAnswer;
  /** The name of the check's event. Missing in answers that an older version of this app stored. */
  eventName?: string | undefined;
  /** Why the server refused it; missing while it waits. A refused answer stays until the person sends it again or discards it. */
  refusal?: string | undefined;
};

export type AnswerEvent =
  | { type: "given" | "retry" }
  | { type: "refused"; message: string }
  /** The answer is removed from the device. */
  | { type: "delivered" | "discarded" };

export function reduceAnswer(answer: StoredAnswer, event: AnswerEvent): StoredAnswer {
  if (event.type === "refused") return { ...answer, refusal: event.message };
  return event.type === "retry" ? { ...answer, refusal: undefined } : answer;
}

/** The answer as it is stored after an event; null if it is removed from the device. */
export const changeStored = (answer: StoredAnswer, event: AnswerEvent): StoredAnswer | null =>
  event.type === "delivered" || event.type === "discarded" ? null : reduceAnswer(answer, event);

export const isRefused = ({ refusal }: StoredAnswer): boolean => refusal !== undefined;

/** '1 answer not saved' */
export const describeRefused = (count: number): string =>
  count === 1 ? "1 answer not saved" : `${count} answers not saved`;

/** What to do about refused answers. */
export const REFUSED_ADVICE =
  "Refused answers stay on this device. Remove the reason, for example reopen the event, then press Send again.";

/** What the server does not have yet, in a few words: 'All saved', '3 answers not saved · 2 waiting · offline'. */
export function describeAnswers(answers: readonly StoredAnswer[], connection: Connection): string {
  const refused = answers.filter(isRefused).length;
  const waiting = answers.length - refused;
  const reason = connection === "offline" ? "offline" : "signed out";
  const parts = [
    ...(refused > 0 ? [describeRefused(refused)] : []),
    ...(waiting > 0 ? [connection === "online" ? "Saving…" : `${waiting} waiting · ${reason}`] : []),
  ];
  return parts.length === 0 ? "All saved" : parts.join(" · ");
}

/** The reasons of refused answers, each once. */
export function refusalReasons(answers: readonly StoredAnswer[]): string[] {
  const reasons = answers.flatMap(({ eventName, refusal }) =>
    refusal === undefined ? [] : [eventName === undefined ? refusal : `${eventName}: ${refusal}`],
  );
  return [...new Set(reasons)];
}
