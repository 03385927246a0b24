import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "@precount/server";
import { hasUnsavedInput } from "../forms/unsaved-input.ts";
import { signInAgain } from "../session/sign-in-again.ts";
import { errorCode } from "./errors.ts";

/** Options for the calls of the dialog that signs in again: there, UNAUTHORIZED must not open the dialog. */
export const SIGNS_IN = { context: { signsIn: true } } as const;

/**
 * When the session has ended and the screen has unsaved input, asks the user to sign in over the page and repeats the call once (PD-178).
 * Otherwise the query client leads to /logout.
 */
export const signInAgainLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let subscription = next(op).subscribe({
        ...observer,
        error: (error) => {
          const ask = signInAgain.request;
          const isEnded = errorCode(error) === "UNAUTHORIZED" && op.context["signsIn"] !== true;
          if (!isEnded || ask === null || !hasUnsavedInput()) return observer.error(error);
          void repeat(ask, error);
        },
      });
      const repeat = async (
        ask: () => Promise<boolean>,
        error: Parameters<typeof observer.error>[0],
      ): Promise<void> => {
        if (await ask()) subscription = next(op).subscribe(observer);
        else observer.error(error);
      };
      return () => subscription.unsubscribe();
    });
