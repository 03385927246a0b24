import type { Operation, TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "@precount/server";

export type ApiLink = TRPCLink<AppRouter>;

/**
 * Asks the user when a call has failed, and repeats the call once if the answer is true. `ask` returns null for an error that needs no
 * question.
 */
export const askLink =
  (ask: (error: unknown, call: Operation) => Promise<boolean> | null): ApiLink =>
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let subscription = next(op).subscribe({
        ...observer,
        error: (error) => {
          const answer = ask(error, op);
          if (answer === null) observer.error(error);
          else void repeat(answer, error);
        },
      });
      const repeat = async (answer: Promise<boolean>, error: Parameters<typeof observer.error>[0]): Promise<void> => {
        if (await answer) subscription = next(op).subscribe(observer);
        else observer.error(error);
      };
      return () => subscription.unsubscribe();
    });
