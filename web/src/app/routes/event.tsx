import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import {
  parseAreasSearch,
  parseEventSearch,
  parseImagesSearch,
  parseItemsSearch,
  parseRadarSearch,
  parseReportSearch,
  parseDuplicatesSearch,
  parseReviewSearch,
  parseStatsSearch,
  parseUploadSearch,
  parseVarianceSearch,
} from "../../shared/paging/search.ts";
import { privateLayout } from "./layouts.tsx";
import { prefetchAreas, prefetchEvent, prefetchImage } from "./prefetch.ts";

const event = createRoute({
  getParentRoute: () => privateLayout,
  path: "/projects/$projectId",
  loader: prefetchEvent,
});
const eventIndex = createRoute({
  getParentRoute: () => event,
  path: "/",
  validateSearch: parseEventSearch,
  beforeLoad: ({ params, search }) => {
    const { tab = "eventImages", ...paging } = search;
    // oxlint-disable-next-line typescript/only-throw-error -- TanStack Router expects redirects to be thrown
    throw redirect({ to: `/projects/$projectId/${tab}`, params, search: paging, replace: true });
  },
});
const eventHome = createRoute({
  getParentRoute: () => event,
  id: "home",
  component: lazyRouteComponent(() => import("../../features/event/home/EventHomeLayout.tsx"), "EventHomeLayout"),
});
const eventImages = createRoute({
  getParentRoute: () => eventHome,
  path: "/eventImages",
  validateSearch: parseImagesSearch,
  component: lazyRouteComponent(() => import("../../features/event/images/ImagesScreen.tsx"), "ImagesScreen"),
});
const areas = createRoute({
  getParentRoute: () => eventHome,
  path: "/areas",
  validateSearch: parseAreasSearch,
  loader: prefetchAreas,
  component: lazyRouteComponent(() => import("../../features/event/areas/AreasScreen.tsx"), "AreasScreen"),
});
const radar = createRoute({
  getParentRoute: () => eventHome,
  path: "/radar",
  validateSearch: parseRadarSearch,
  component: lazyRouteComponent(() => import("../../features/event/radar/RadarScreen.tsx"), "RadarScreen"),
});
const areaGaps = createRoute({
  getParentRoute: () => event,
  path: "/areas/gaps",
  component: lazyRouteComponent(() => import("../../features/event/areas/gaps/GapsScreen.tsx"), "GapsScreen"),
});
const areaReview = createRoute({
  getParentRoute: () => event,
  path: "/areas/images/$imageId",
  validateSearch: parseReviewSearch,
  staticData: { fullBleed: true },
  loader: prefetchImage,
  component: lazyRouteComponent(() => import("../../features/event/review/ReviewScreen.tsx"), "ReviewScreen"),
});
const upload = createRoute({
  getParentRoute: () => event,
  path: "/eventImages/upload",
  validateSearch: parseUploadSearch,
  component: lazyRouteComponent(() => import("../../features/event/upload/UploadScreen.tsx"), "UploadScreen"),
});
const stats = createRoute({
  getParentRoute: () => event,
  path: "/eventImages/stats",
  validateSearch: parseStatsSearch,
  component: lazyRouteComponent(() => import("../../features/event/statistics/StatsScreen.tsx"), "StatsScreen"),
});
const review = createRoute({
  getParentRoute: () => event,
  path: "/eventImages/images/$imageId",
  validateSearch: parseReviewSearch,
  staticData: { fullBleed: true },
  loader: prefetchImage,
  component: lazyRouteComponent(() => import("../../features/event/review/ReviewScreen.tsx"), "ReviewScreen"),
});
const report = createRoute({
  getParentRoute: () => event,
  path: "/reports/$reportId",
  validateSearch: parseReportSearch,
  component: lazyRouteComponent(() => import("../../features/event/report/ReportScreen.tsx"), "ReportScreen"),
});
const settings = createRoute({
  getParentRoute: () => event,
  path: "/settings",
  component: lazyRouteComponent(() => import("../../features/event/settings/SettingsScreen.tsx"), "SettingsScreen"),
});

const items = createRoute({
  getParentRoute: () => event,
  path: "/items",
  validateSearch: parseItemsSearch,
  component: lazyRouteComponent(() => import("../../features/items/ItemsScreens.tsx"), "EventItemsScreen"),
});
const importItems = createRoute({
  getParentRoute: () => event,
  path: "/items/import",
  component: lazyRouteComponent(() => import("../../features/items/import/ImportScreens.tsx"), "EventImportScreen"),
});
const variance = createRoute({
  getParentRoute: () => event,
  path: "/variance",
  validateSearch: parseVarianceSearch,
  component: lazyRouteComponent(() => import("../../features/event/variance/VarianceScreen.tsx"), "VarianceScreen"),
});
const recount = createRoute({
  getParentRoute: () => event,
  path: "/variance/recount",
  validateSearch: parseVarianceSearch,
  component: lazyRouteComponent(
    () => import("../../features/event/variance/recount/RecountScreen.tsx"),
    "RecountScreen",
  ),
});

const duplicates = createRoute({
  getParentRoute: () => event,
  path: "/duplicates",
  validateSearch: parseDuplicatesSearch,
  component: lazyRouteComponent(
    () => import("../../features/event/duplicates/DuplicatesScreen.tsx"),
    "DuplicatesScreen",
  ),
});

export const eventRoutes = event.addChildren([
  eventIndex,
  eventHome.addChildren([eventImages, areas, radar]),
  upload,
  stats,
  review,
  areaGaps,
  areaReview,
  report,
  settings,
  items,
  importItems,
  duplicates,
  variance,
  recount,
]);
