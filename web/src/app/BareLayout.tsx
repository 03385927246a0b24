import { Outlet } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useAuthUser } from "../lib/auth.ts";
import { Help } from "./help/Help.tsx";

/** For screens that nobody sits at: nothing around them. */
export function BareLayout(): ReactElement {
  useAuthUser();
  return (
    <>
      <Outlet />
      <Help hasKey />
    </>
  );
}
