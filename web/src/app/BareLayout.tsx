import { Outlet } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useAuthUser } from "../shared/session/auth-user.ts";
import { Help } from "./help/Help.tsx";
import { useRouteNames, useScreenTitle } from "./use-screen-title.ts";

/** The layout of unattended displays such as the wall view: no menu, no header. */
export function BareLayout(): ReactElement {
  useAuthUser();
  useScreenTitle(useRouteNames());
  return (
    <>
      <Outlet />
      <Help hasKey />
    </>
  );
}
