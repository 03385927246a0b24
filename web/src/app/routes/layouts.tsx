import { Outlet, createRootRoute, createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { returnToState } from "../../shared/session/return-to.ts";
import { storedSessionId } from "../../shared/session/storage.ts";
import { prefetchUser } from "./prefetch.ts";

export const root = createRootRoute({ component: Outlet });

/** Redirects to /logout without a stored session id (spec §2). The state carries the URL to return to after signing in. */
export function requireSession({ location }: { location: { href: string } }): void {
  // TanStack Router expects redirects to be thrown.
  // oxlint-disable-next-line typescript/only-throw-error
  if (storedSessionId() === null) throw redirect({ to: "/logout", state: returnToState(location.href) });
}

/** Screens with header and menu, behind the sign-in. */
export const privateLayout = createRoute({
  getParentRoute: () => root,
  id: "private",
  beforeLoad: requireSession,
  loader: prefetchUser,
  component: lazyRouteComponent(() => import("../PrivateLayout.tsx"), "PrivateLayout"),
});

/** Screens of unattended displays, without menu and header. */
export const bareLayout = createRoute({
  getParentRoute: () => root,
  id: "bare",
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import("../BareLayout.tsx"), "BareLayout"),
});

/** Screens that work offline. */
export const deviceLayout = createRoute({
  getParentRoute: () => root,
  id: "device",
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import("../DeviceLayout.tsx"), "DeviceLayout"),
});
