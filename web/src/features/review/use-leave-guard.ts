import { useBlocker } from "@tanstack/react-router";
import { App } from "antd";
import type { Edits } from "./use-edits.ts";

/** Leaving waits for what is on its way, and asks before it gives up what could not be saved. */
export function useLeaveGuard(edits: Edits): void {
  const { modal } = App.useApp();
  useBlocker({
    enableBeforeUnload: () => edits.state !== "saved",
    shouldBlockFn: async ({ current, next }) => {
      // Choosing a label or a model changes the address too, and leaves nothing.
      if (current.pathname === next.pathname) return false;
      if (await edits.whenSettled()) return false;
      const leaves = await modal.confirm({
        title: "Leave without saving?",
        content: "Some edits could not be saved. They are lost if you leave now.",
        okText: "Leave",
        okButtonProps: { danger: true },
        cancelText: "Stay",
      });
      return !leaves;
    },
  });
}
