import { useEffect } from "react";
import { useStableCallback } from "../../../shared/react/use-stable-callback.ts";

/** The keys of this screen. */
export type PairKeys = {
  "1": () => void;
  "2": () => void;
  "3": () => void;
  ArrowDown: () => void;
  ArrowUp: () => void;
};

const isKey = (key: string, keys: PairKeys): key is keyof PairKeys => Object.hasOwn(keys, key);

/** Runs the action of a key, unless the user is typing or a menu is open. */
export function usePairKeys(keys: PairKeys): void {
  const handle = useStableCallback((event: KeyboardEvent): void => {
    const { key, target } = event;
    const isTyping =
      target instanceof HTMLElement && target.closest("input, textarea, select, [role=menu], [role=dialog]");
    if (isTyping || event.repeat || event.ctrlKey || event.metaKey || event.altKey || !isKey(key, keys)) return;
    event.preventDefault();
    keys[key]();
  });
  useEffect(() => {
    addEventListener("keydown", handle);
    return () => removeEventListener("keydown", handle);
  }, [handle]);
}
