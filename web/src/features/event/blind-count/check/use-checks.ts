import type { CheckAnswer } from "@precount/domain";
import { useEffect, useRef, useState } from "react";
import { errorCode, errorMessage } from "../../../../shared/api/errors.ts";
import { isTransientError } from "../../../../shared/api/transient-error.ts";
import { client } from "../../../../shared/api/trpc.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import { useStableCallback } from "../../../../shared/react/use-stable-callback.ts";
import { type AnswerQueue, storeAnswer } from "../answers/answer-queue.ts";
import type { ShownCheck } from "../types.ts";
import { decodeNext, preloadChecks } from "./preload-checks.ts";
import { withMore } from "./with-more.ts";

/** When this many checks are left, the next ones are fetched, so that the person never waits for them. */
const TAKE_MORE_AT = 10;

type State =
  | { is: "loading" }
  | { is: "check"; checks: readonly ShownCheck[] }
  | { is: "done" }
  | { is: "failed"; reason: string };

export type Checks = {
  state: State;
  /** The number of answers since the screen was opened. */
  answered: number;
  answer: (answer: CheckAnswer) => void;
  reload: () => void;
};

/** The checks of a person, one after the other. Answers are stored in the browser at once and sent when the server can be reached. */
export function useChecks(
  { slug, name }: { slug: string; name: string | undefined },
  userSid: string,
  queue: AnswerQueue,
): Checks {
  const [state, setState] = useState<State>({ is: "loading" });
  const [answered, setAnswered] = useState(0);
  const answeredSids = useRef(new Set<string>());
  const take = async (): Promise<void> => {
    setState({ is: "loading" });
    await queue.loaded;
    for (const { sid } of queue.items()) answeredSids.current.add(sid);
    try {
      const taken = await client.blindCount.takeChecks.mutate({ project: { slug } });
      const checks = taken.checks.filter(({ sid }) => !answeredSids.current.has(sid));
      setState(checks.length > 0 ? { is: "check", checks } : { is: "done" });
      void preloadChecks(checks);
    } catch (error) {
      if (errorCode(error) === "UNAUTHORIZED") feedback.signedOut();
      const reason = isTransientError(error)
        ? "No connection. Your answers are kept and sent later."
        : errorMessage(error);
      setState({ is: "failed", reason });
    }
  };
  /** Fetches more checks. The server answers the open ones again, followed by new ones. */
  const takeMore = async (): Promise<void> => {
    try {
      const taken = await client.blindCount.takeChecks.mutate({ project: { slug } });
      setState((before) => {
        if (before.is !== "check") return before;
        return { is: "check", checks: withMore(before.checks, taken.checks, answeredSids.current) };
      });
      void preloadChecks(taken.checks.filter(({ sid }) => !answeredSids.current.has(sid)));
    } catch {
      // `take` fetches them again after the last check, and shows the error if it fails again.
    }
  };
  const load = useStableCallback((): void => void take());
  useEffect(() => load(), [load]);
  const checks = state.is === "check" ? state.checks : null;
  const decoded = useRef<HTMLImageElement[]>([]);
  useEffect(() => {
    decoded.current = checks === null ? [] : decodeNext(checks);
  }, [checks]);
  const answer = (given: CheckAnswer): void => {
    const [current, ...rest] = checks ?? [];
    if (!current) return;
    answeredSids.current.add(current.sid);
    setAnswered((count) => count + 1);
    void storeAnswer(queue, { sid: current.sid, userSid, answer: given, eventName: name });
    if (rest.length > 0) setState({ is: "check", checks: rest });
    else load();
    if (rest.length === TAKE_MORE_AT) void takeMore();
  };
  return { state, answered, answer, reload: load };
}
