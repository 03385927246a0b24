import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "@precount/server";
import { confirmation } from "../session/confirmation.ts";
import { requiredStep } from "./errors.ts";

/** When the server asks for a proof before a sensitive call, asks the user for it and repeats the call once. */
export const confirmLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let subscription = next(op).subscribe({
        ...observer,
        error: (error) => {
          if (requiredStep(error) !== "confirm") return observer.error(error);
          void repeat(error);
        },
      });
      const repeat = async (error: Parameters<typeof observer.error>[0]): Promise<void> => {
        const isConfirmed = await confirmation.request();
        if (isConfirmed) subscription = next(op).subscribe(observer);
        else observer.error(error);
      };
      return () => subscription.unsubscribe();
    });
