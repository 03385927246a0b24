import { Outlet } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useAuthUser } from "../shared/session/auth-user.ts";
import { Help } from "./help/Help.tsx";
import { useRouteNames, useScreenTitle } from "./use-screen-title.ts";

/** For screens that nobody sits at: nothing around them. */
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
