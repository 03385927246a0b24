import { Outlet } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { Help } from "./help/Help.tsx";

/** For screens that work without a network: around them is nothing that asks the server. */
export function DeviceLayout(): ReactElement {
  return (
    <>
      <Outlet />
      <Help hasKey />
    </>
  );
}
