import { Outlet } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { DarkTheme } from "../ui/DarkTheme.tsx";
import styles from "./DeviceLayout.module.css";
import { Help } from "./help/Help.tsx";
import { useScreenTitle } from "./use-screen-title.ts";

/** Screens that work offline cannot wait for names from the server. */
const NAMES = {};

/**
 * The layout of screens that work offline: nothing in it sends a request. Always dark, because a camera image is easier to judge on
 * a dark screen.
 */
export function DeviceLayout(): ReactElement {
  useScreenTitle(NAMES);
  return (
    <>
      <div className={styles["dark"]}>
        <DarkTheme>
          <Outlet />
        </DarkTheme>
      </div>
      <Help hasKey />
    </>
  );
}
