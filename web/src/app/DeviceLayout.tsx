import { Outlet } from "@tanstack/react-router";
import { ConfigProvider } from "antd";
import type { ReactElement } from "react";
import { useMedia } from "../shared/browser/use-media.ts";
import styles from "./DeviceLayout.module.css";
import { Help } from "./help/Help.tsx";
import { themeFor } from "./theme.ts";
import { useScreenTitle } from "./use-screen-title.ts";

/** Screens that work offline cannot wait for names from the server. */
const NAMES = {};

/**
 * The layout of screens that work offline: nothing in it sends a request. Always dark, because a camera image is easier to judge on
 * a dark screen.
 */
export function DeviceLayout(): ReactElement {
  useScreenTitle(NAMES);
  const coarsePointer = useMedia("(pointer: coarse)");
  const reducedMotion = useMedia("(prefers-reduced-motion: reduce)");
  const theme = { ...themeFor({ dark: true, coarsePointer, reducedMotion }), inherit: false };
  return (
    <>
      <div className={styles["dark"]}>
        <ConfigProvider theme={theme}>
          <Outlet />
        </ConfigProvider>
      </div>
      <Help hasKey />
    </>
  );
}
