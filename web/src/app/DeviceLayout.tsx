import { Outlet } from "@tanstack/react-router";
import { ConfigProvider } from "antd";
import type { ReactElement } from "react";
import { useMedia } from "../shared/browser/use-media.ts";
import styles from "./DeviceLayout.module.css";
import { Help } from "./help/Help.tsx";
import { themeFor } from "./theme.ts";
import { useScreenTitle } from "./use-screen-title.ts";

/** Whoever asks the server for them may wait long. */
const NAMES = {};

/** For screens that work without a network: around them is nothing that asks the server. Dark, whatever the system wishes: a picture is looked at. */
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
