import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { parseUploadSearch } from "../../shared/paging/search.ts";
import { lastCapturedSlug } from "../../shared/session/storage.ts";
import { bareLayout, deviceLayout } from "./layouts.tsx";

/** The start URL of the installed app has this instead of a slug. It opens the event that photos were last taken for. */
const LAST_EVENT = "~";

export const wall = createRoute({
  getParentRoute: () => bareLayout,
  path: "/projects/$projectId/areas/wall",
  component: lazyRouteComponent(() => import("../../features/event/areas/wall/WallScreen.tsx"), "WallScreen"),
});
export const capture = createRoute({
  getParentRoute: () => deviceLayout,
  path: "/projects/$projectId/capture",
  validateSearch: parseUploadSearch,
  beforeLoad: ({ params: { projectId } }) => {
    if (projectId !== LAST_EVENT) return;
    const slug = lastCapturedSlug();
    // oxlint-disable-next-line typescript/only-throw-error -- TanStack Router expects redirects to be thrown
    throw slug === null
      ? redirect({ to: "/projects", replace: true })
      : redirect({ to: "/projects/$projectId/capture", params: { projectId: slug }, replace: true });
  },
  component: lazyRouteComponent(() => import("../../features/event/capture/CaptureScreen.tsx"), "CaptureScreen"),
});
