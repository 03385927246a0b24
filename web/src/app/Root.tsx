import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { App, ConfigProvider } from "antd";
import type { ReactElement } from "react";
import { feedback } from "../shared/feedback/feedback.ts";
import { queryClient } from "../shared/api/query-client.ts";
import { returnToState } from "../shared/session/return-to.ts";
import { LazyTooltipHost } from "./LazyTooltipHost.tsx";
import { Feedback } from "./Feedback.tsx";
import { router } from "./router.tsx";
import { themeFor } from "./theme.ts";
import { useMedia } from "../shared/browser/use-media.ts";

feedback.signedOut = () => void router.navigate({ to: "/logout", state: returnToState(router.state.location.href) });

export function Root(): ReactElement {
  const dark = useMedia("(prefers-color-scheme: dark)");
  const coarsePointer = useMedia("(pointer: coarse)");
  const reducedMotion = useMedia("(prefers-reduced-motion: reduce)");
  return (
    // Around all: questions and notices, which are drawn beside the pages, may ask the server too.
    <QueryClientProvider client={queryClient}>
      {/* Without the wave that runs from what is pressed: the browser would have to work out all styles in the middle of each press. */}
      <ConfigProvider theme={themeFor({ dark, coarsePointer, reducedMotion })} wave={{ disabled: true }}>
        <App message={{ maxCount: 3, top: 52 }}>
          <Feedback />
          <LazyTooltipHost />
          <RouterProvider router={router} />
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  );
}
