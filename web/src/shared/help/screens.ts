import { type Person, may } from "@precount/domain";
import type { RegisteredRouter } from "@tanstack/react-router";
import type { ScreenHelp, ShownHelp } from "./help.ts";
import { AREA_SCREENS } from "./screens/areas.ts";
import { BLIND_COUNT_SCREENS } from "./screens/blind-count.ts";
import { CROP_SCREENS } from "./screens/crops.ts";
import { DATASET_SCREENS } from "./screens/dataset.ts";
import { DESTINATION_SCREENS } from "./screens/destinations.ts";
import { DOCUMENT_SCREENS } from "./screens/documents.ts";
import { DUPLICATE_SCREENS } from "./screens/duplicates.ts";
import { EVENT_SCREENS } from "./screens/event.ts";
import { ITEM_SCREENS } from "./screens/items.ts";
import { RADAR_SCREENS } from "./screens/radar.ts";
import { GENERAL_SCREENS } from "./screens/general.ts";
import { VARIANCE_SCREENS } from "./screens/variance.ts";

/** Layouts and redirects, which show no screen of their own. */
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
/** Screens before the sign-in. They contain their own explanations (features/account). */
type PublicScreen = "/login" | "/logout" | "/msal-spa-response" | "/second-factor" | "/password/reset" | "/evidence";
export type ScreenId = Exclude<keyof RegisteredRouter["routesById"], LayoutRoute | PublicScreen>;

/** Help by route id. The type requires help for every screen and a screen for every help text. */
export const SCREENS: Readonly<Record<ScreenId, ScreenHelp>> = {
  ...GENERAL_SCREENS,
  ...EVENT_SCREENS,
  ...AREA_SCREENS,
  ...ITEM_SCREENS,
  ...RADAR_SCREENS,
  ...DOCUMENT_SCREENS,
  ...VARIANCE_SCREENS,
  ...DUPLICATE_SCREENS,
  ...CROP_SCREENS,
  ...BLIND_COUNT_SCREENS,
  ...DATASET_SCREENS,
  ...DESTINATION_SCREENS,
};

/** The help of a route for a user with these rights; null for routes that are not screens. */
export function helpFor(routeId: string, person: Person): ShownHelp | null {
  const help = Object.entries(SCREENS).find(([id]) => id === routeId)?.[1];
  if (help === undefined) return null;
  const points = help.points.flatMap((point) => {
    if (typeof point === "string") return [point];
    return may(person, point.right).ok ? [point.text] : [];
  });
  return { ...help, points };
}
