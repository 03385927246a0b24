import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import {
  parseAreasSearch,
  parseEventsSearch,
  parseImagesSearch,
  parseReviewSearch,
} from "../../shared/paging/search.ts";
import { privateLayout } from "./layouts.tsx";
import { prefetchAreas, prefetchEvent, prefetchImage } from "./prefetch.ts";

const events = createRoute({
  getParentRoute: () => privateLayout,
  path: "/projects",
  validateSearch: parseEventsSearch,
  component: lazyRouteComponent(() => import("../../features/events/EventsScreen.tsx"), "EventsScreen"),
});
const createEvent = createRoute({
  getParentRoute: () => privateLayout,
  path: "/projects/create",
  component: lazyRouteComponent(() => import("../../features/events/CreateEventScreen.tsx"), "CreateEventScreen"),
});
const archives = createRoute({
  getParentRoute: () => privateLayout,
  path: "/archives",
  validateSearch: parseEventsSearch,
  component: lazyRouteComponent(() => import("../../features/events/EventsScreen.tsx"), "ArchivesScreen"),
});
const archivedEvent = createRoute({
  getParentRoute: () => privateLayout,
  path: "/archives/$projectId",
  loader: prefetchEvent,
});
const archivedHome = createRoute({
  getParentRoute: () => archivedEvent,
  id: "home",
  component: lazyRouteComponent(() => import("../../features/event/home/EventHomeLayout.tsx"), "EventHomeLayout"),
});
const archivedImages = createRoute({
  getParentRoute: () => archivedHome,
  path: "/",
  validateSearch: parseImagesSearch,
  component: lazyRouteComponent(() => import("../../features/event/images/ImagesScreen.tsx"), "ImagesScreen"),
});
const archivedAreas = createRoute({
  getParentRoute: () => archivedHome,
  path: "/areas",
  validateSearch: parseAreasSearch,
  loader: prefetchAreas,
  component: lazyRouteComponent(() => import("../../features/event/areas/AreasScreen.tsx"), "AreasScreen"),
});
const archivedGaps = createRoute({
  getParentRoute: () => archivedEvent,
  path: "/areas/gaps",
  component: lazyRouteComponent(() => import("../../features/event/areas/gaps/GapsScreen.tsx"), "GapsScreen"),
});
const archivedReview = createRoute({
  getParentRoute: () => archivedEvent,
  path: "/images/$imageId",
  validateSearch: parseReviewSearch,
  staticData: { isFullBleed: true },
  loader: prefetchImage,
  component: lazyRouteComponent(() => import("../../features/event/review/ReviewScreen.tsx"), "ReviewScreen"),
});

export const eventListRoutes = [
  events,
  createEvent,
  archives,
  archivedEvent.addChildren([archivedHome.addChildren([archivedImages, archivedAreas]), archivedReview, archivedGaps]),
] as const;
