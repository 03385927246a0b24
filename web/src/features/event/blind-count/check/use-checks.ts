import type { CheckAnswer } from "@precount/domain";
import { useEffect, useRef, useState } from "react";
import { errorMessage } from "../../../../shared/api/errors.ts";
import { isTransientError } from "../../../../shared/api/transient-error.ts";
import { client } from "../../../../shared/api/trpc.ts";
import { useStableCallback } from "../../../../shared/react/use-stable-callback.ts";
import { type AnswerQueue, storeAnswer } from "../answers/answer-queue.ts";
import type { ShownCheck } from "../types.ts";
import { decodeNext, preloadChecks } from "./preload-checks.ts";
import { withMore } from "./with-more.ts";

/** The next checks are taken when this many are left, so that no answer waits for them. */
const TAKE_MORE_AT = 10;

type State =
  | { is: "loading" }
  | { is: "check"; checks: readonly ShownCheck[] }
  | { is: "done" }
  | { is: "failed"; reason: string };

export type Checks = {
  state: State;
  /** Answers in this visit. */
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
  const done = useRef(new Set<string>());
  const take = async (): Promise<void> => {
    setState({ is: "loading" });
    await queue.loaded;
    for (const { sid } of queue.items()) done.current.add(sid);
    try {
      const taken = await client.blindCount.takeChecks.mutate({ project: { slug } });
      const checks = taken.checks.filter(({ sid }) => !done.current.has(sid));
      setState(checks.length > 0 ? { is: "check", checks } : { is: "done" });
      void preloadChecks(checks);
    } catch (error) {
      const reason = isTransientError(error)
        ? "No connection. Your answers are kept and sent later."
        : errorMessage(error);
      setState({ is: "failed", reason });
    }
  };
  /** The server gives the open checks again, with more behind them. */
  const takeMore = async (): Promise<void> => {
    try {
      const taken = await client.blindCount.takeChecks.mutate({ project: { slug } });
      setState((before) => {
        if (before.is !== "check") return before;
        return { is: "check", checks: withMore(before.checks, taken.checks, done.current) };
      });
      void preloadChecks(taken.checks.filter(({ sid }) => !done.current.has(sid)));
    } catch {
      // They are taken again after the last check, which says what is wrong.
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
    done.current.add(current.sid);
    setAnswered((count) => count + 1);
    void storeAnswer(queue, { sid: current.sid, userSid, answer: given, eventName: name });
    if (rest.length > 0) setState({ is: "check", checks: rest });
    else load();
    if (rest.length === TAKE_MORE_AT) void takeMore();
  };
  return { state, answered, answer, reload: load };
}
