import { ConfigProvider } from "antd";
import type { ReactElement, ReactNode } from "react";
import { useMedia } from "../shared/browser/use-media.ts";
import { themeFor } from "./theme.ts";

/** Shows its content dark, also if the user's system prefers light. */
export function DarkTheme({ children }: { children: ReactNode }): ReactElement {
  const coarsePointer = useMedia("(pointer: coarse)");
  const reducedMotion = useMedia("(prefers-reduced-motion: reduce)");
  const theme = { ...themeFor({ dark: true, coarsePointer, reducedMotion }), inherit: false };
  return <ConfigProvider theme={theme}>{children}</ConfigProvider>;
}
