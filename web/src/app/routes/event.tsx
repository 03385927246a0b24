import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import {
  parseAreasSearch,
  parseCropsSearch,
  parseEventSearch,
  parseImagesSearch,
  parseHistorySearch,
  parseItemsSearch,
  parseRadarSearch,
  parseReportSearch,
  parseDuplicatesSearch,
  parseReviewSearch,
  parseProofSheetSearch,
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
  staticData: { isFullBleed: true },
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
const proofSheet = createRoute({
  getParentRoute: () => event,
  path: "/eventImages/proof",
  validateSearch: parseProofSheetSearch,
  staticData: { isFullBleed: true },
  component: lazyRouteComponent(
    () => import("../../features/event/images/proof-sheet/ProofSheetScreen.tsx"),
    "ProofSheetScreen",
  ),
});
const review = createRoute({
  getParentRoute: () => event,
  path: "/eventImages/images/$imageId",
  validateSearch: parseReviewSearch,
  staticData: { isFullBleed: true },
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
const dataset = createRoute({
  getParentRoute: () => event,
  path: "/dataset",
  component: lazyRouteComponent(() => import("../../features/event/dataset/DatasetScreen.tsx"), "DatasetScreen"),
});
const destinations = createRoute({
  getParentRoute: () => event,
  path: "/destinations",
  component: lazyRouteComponent(
    () => import("../../features/destinations/DestinationsScreens.tsx"),
    "EventDestinationsScreen",
  ),
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

const crops = createRoute({
  getParentRoute: () => event,
  path: "/crops",
  validateSearch: parseCropsSearch,
  staticData: { isFullBleed: true },
  component: lazyRouteComponent(() => import("../../features/event/crops/CropWallScreen.tsx"), "CropWallScreen"),
});
const history = createRoute({
  getParentRoute: () => event,
  path: "/history",
  validateSearch: parseHistorySearch,
  component: lazyRouteComponent(() => import("../../features/event/history/HistoryScreen.tsx"), "HistoryScreen"),
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

const blindCount = createRoute({
  getParentRoute: () => event,
  path: "/blind-count",
  component: lazyRouteComponent(
    () => import("../../features/event/blind-count/BlindCountScreen.tsx"),
    "BlindCountScreen",
  ),
});
const blindChecks = createRoute({
  getParentRoute: () => event,
  path: "/blind-count/check",
  staticData: { isFullBleed: true },
  component: lazyRouteComponent(() => import("../../features/event/blind-count/check/CheckScreen.tsx"), "CheckScreen"),
});
const thirdLooks = createRoute({
  getParentRoute: () => event,
  path: "/blind-count/third-looks",
  component: lazyRouteComponent(
    () => import("../../features/event/blind-count/third-look/ThirdLookScreen.tsx"),
    "ThirdLookScreen",
  ),
});
const certificate = createRoute({
  getParentRoute: () => event,
  path: "/reports/$reportId/certificate",
  component: lazyRouteComponent(() => import("../../features/event/report/CertificateScreen.tsx"), "CertificateScreen"),
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
  crops,
  dataset,
  destinations,
  proofSheet,
  duplicates,
  blindCount,
  blindChecks,
  thirdLooks,
  certificate,
  history,
  variance,
  recount,
]);
