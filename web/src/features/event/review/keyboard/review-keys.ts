import { useEffect } from "react";
import { Keymap } from "../../../../shared/keyboard/keymap.ts";
import type { KeyHandler } from "../../../../shared/keyboard/key-action.ts";
import { useKeyAria, useKeyHandlers, useKeyTooltip as useTooltipOf } from "../../../../shared/keyboard/use-keymap.ts";
import { storeKeys, storedKeys } from "../../../../shared/session/storage.ts";
import { REVIEW_KEYS, type ReviewKey } from "./key-table.ts";

/** The review's keys. One map for the page: the help, which is outside the review, shows and runs them too. */
export const reviewKeys = new Keymap<ReviewKey>(REVIEW_KEYS);

/** Handles these keys while mounted. */
export const useReviewKeys = (handlers: Partial<Record<ReviewKey, KeyHandler>>): void =>
  useKeyHandlers(reviewKeys, handlers);

/** A tooltip with the action's keys: 'Undo (Ctrl+Z)'. */
export const useKeyTooltip = (id: ReviewKey, title: string): string => useTooltipOf(reviewKeys, id, title);
export const useAriaKeys = (id: ReviewKey): string | undefined => useKeyAria(reviewKeys, id);

/** Loads the keys that this user has changed, also when they are changed in another tab. */
export function usePersonalKeys(userSid: string): void {
  useEffect(() => {
    const load = (): void => reviewKeys.load(storedKeys(userSid), (text) => storeKeys(userSid, text));
    load();
    addEventListener("storage", load);
    return () => removeEventListener("storage", load);
  }, [userSid]);
}
