import { type Person, may } from "@precount/domain";
import type { RegisteredRouter } from "@tanstack/react-router";
import type { ScreenHelp, ShownHelp } from "./help.ts";
import { AREA_SCREENS } from "./screens/areas.ts";
import { DOCUMENT_SCREENS } from "./screens/documents.ts";
import { EVENT_SCREENS } from "./screens/event.ts";
import { GENERAL_SCREENS } from "./screens/general.ts";

/** Frames and redirects: nobody ever stands on one. */
type LayoutRoute =
  | "__root__"
  | "/private"
  | "/bare"
  | "/device"
  | "/private/projects/$projectId"
  | "/private/projects/$projectId/"
  | "/private/projects/$projectId/home"
  | "/private/archives/$projectId"
  | "/private/archives/$projectId/home"
  | "/private/pages/$pageId";
/** Before one is signed in: they explain themselves (features/auth). */
type PublicScreen = "/login" | "/logout" | "/msal-spa-response" | "/password/reset";
export type ScreenId = Exclude<keyof RegisteredRouter["routesById"], LayoutRoute | PublicScreen>;

/** By the route's id: a screen without help does not compile, nor help without a screen. */
export const SCREENS: Readonly<Record<ScreenId, ScreenHelp>> = {
  ...GENERAL_SCREENS,
  ...EVENT_SCREENS,
  ...AREA_SCREENS,
  ...DOCUMENT_SCREENS,
};

/** The help of a route, for somebody with these rights; null for what is no screen. */
export function helpFor(routeId: string, person: Person): ShownHelp | null {
  const help = Object.entries(SCREENS).find(([id]) => id === routeId)?.[1];
  if (help === undefined) return null;
  const points = help.points.flatMap((point) => {
    if (typeof point === "string") return [point];
    return may(person, point.right).ok ? [point.text] : [];
  });
  return { ...help, points };
}
