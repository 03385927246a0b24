import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { App, ConfigProvider } from "antd";
import type { ReactElement } from "react";
import { feedback } from "../shared/feedback/feedback.ts";
import { queryClient } from "../shared/api/query-client.ts";
import { hasUnsavedInput } from "../shared/forms/unsaved-input.ts";
import { returnToState } from "../shared/session/return-to.ts";
import { signInAgain } from "../shared/session/sign-in-again.ts";
import { LazyTooltipHost } from "./LazyTooltipHost.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { Feedback } from "./Feedback.tsx";
import { router } from "./router.tsx";
import { themeFor } from "../ui/theme.ts";
import { useMedia } from "../shared/browser/use-media.ts";

feedback.signedOut = () => {
  const { pathname, href } = router.state.location;
  // Several calls may fail at once: the first one has noted the page to return to.
  if (pathname === "/logout") return;
  if (hasUnsavedInput() && signInAgain.request) {
    void signInAgain.request();
    return;
  }
  // Blockers ask before the user leaves. Here, staying would save nothing: the server refuses every call.
  void router.navigate({ to: "/logout", state: returnToState(href), ignoreBlocker: true });
};

feedback.mustAddFactor = () => {
  const { pathname, href } = router.state.location;
  if (pathname === "/second-factor") return;
  void router.navigate({ to: "/second-factor", state: returnToState(href), ignoreBlocker: true });
};

export function Root(): ReactElement {
  const dark = useMedia("(prefers-color-scheme: dark)");
  const coarsePointer = useMedia("(pointer: coarse)");
  const reducedMotion = useMedia("(prefers-reduced-motion: reduce)");
  return (
    // The outermost provider: Ant Design renders dialogs and notices outside of the pages, and these use queries too.
    <QueryClientProvider client={queryClient}>
      {/* No wave effect: it makes the browser recalculate all styles on each click. */}
      <ConfigProvider theme={themeFor({ dark, coarsePointer, reducedMotion })} wave={{ disabled: true }}>
        {/* Messages are shown below the header and the tools of the review. */}
        <App message={{ maxCount: 5, top: 92 }}>
          <Feedback />
          <ConfirmDialog />
          <LazyTooltipHost />
          <RouterProvider router={router} />
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  );
}
