import { useLocation } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The user goes to a photo in order to review it: the focus moves to its first doubtful value. */
    startsReview?: boolean;
  }
}

/** The section of the app in which an event's photos are shown. Each has its own paths (spec §2). */
export type EventSection = "eventImages" | "areas" | "archives";

function sectionOf(pathname: string): EventSection {
  if (pathname.startsWith("/archives/")) return "archives";
  return /^\/projects\/[^/]+\/areas(?:\/|$)/.test(pathname) ? "areas" : "eventImages";
}

export const useEventSection = (): EventSection => useLocation({ select: ({ pathname }) => sectionOf(pathname) });

/** The views of an event: its images or its areas (spec §2), or the radar. Archived events have no radar. */
export type EventView = "eventImages" | "areas" | "radar";

function viewOf(pathname: string): EventView {
  const view = /^\/(?:projects|archives)\/[^/]+\/(areas|radar)(?:\/|$)/.exec(pathname)?.[1];
  return view === "areas" || view === "radar" ? view : "eventImages";
}

export const useEventView = (): EventView => useLocation({ select: ({ pathname }) => viewOf(pathname) });

const VIEW_PATHS = {
  projects: {
    eventImages: "/projects/$projectId/eventImages",
    areas: "/projects/$projectId/areas",
    radar: "/projects/$projectId/radar",
  },
  archives: { eventImages: "/archives/$projectId", areas: "/archives/$projectId/areas", radar: "/archives/$projectId" },
} as const;

/** The link to a view of an event. Archived events have their own paths. */
export const toView = (view: EventView, slug: string, isArchived: boolean) =>
  ({ to: VIEW_PATHS[isArchived ? "archives" : "projects"][view], params: { projectId: slug } }) as const;

const IMAGE_PATHS = {
  eventImages: "/projects/$projectId/eventImages/images/$imageId",
  areas: "/projects/$projectId/areas/images/$imageId",
  archives: "/archives/$projectId/images/$imageId",
} as const satisfies Record<EventSection, string>;
const LIST_PATHS = {
  eventImages: "/projects/$projectId/eventImages",
  areas: "/projects/$projectId/areas",
  archives: "/archives/$projectId",
} as const satisfies Record<EventSection, string>;

/** The link to a photo within a section. */
export const toImage = (section: EventSection, slug: string, imageSid: string) =>
  ({ to: IMAGE_PATHS[section], params: { projectId: slug, imageId: imageSid } }) as const;

/** The link to an event's photo that is to be reviewed now. */
export const toReview = (slug: string, imageSid: string) =>
  ({ ...toImage("eventImages", slug, imageSid), state: { startsReview: true } }) as const;

/** The link to the proof sheet of an event's photos. The area grid and the archive have none. */
export const toProofSheet = (slug: string) =>
  ({ to: "/projects/$projectId/eventImages/proof", params: { projectId: slug } }) as const;

/** The image that an address of `toImage` names; null for other addresses. */
export const imageSidIn = (pathname: string): string | null => /\/images\/([^/]+)$/.exec(pathname)?.[1] ?? null;

/** The link to the list of an event's photos within a section. */
export const toImages = (section: EventSection, slug: string) =>
  ({ to: LIST_PATHS[section], params: { projectId: slug } }) as const;
