import { useEffect } from "react";

/** Ctrl/Cmd+Z and Shift+Ctrl/Cmd+Z. While something is typed and not entered, the keys are the field's own. */
export function useUndoKeys(undo: () => void, redo: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "z" || event.altKey || !(event.ctrlKey || event.metaKey)) return;
      const { target } = event;
      if (target instanceof HTMLElement && target.closest("[role=dialog], [data-typing=true]")) return;
      event.preventDefault();
      if (event.shiftKey) redo();
      else undo();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [undo, redo]);
}
