import { useLocation } from "@tanstack/react-router";

/** On which way somebody came to an event's photos: each has addresses of its own (spec §2). */
export type EventSection = "eventImages" | "areas" | "archives";

function sectionOf(pathname: string): EventSection {
  if (pathname.startsWith("/archives/")) return "archives";
  return /^\/projects\/[^/]+\/areas(?:\/|$)/.test(pathname) ? "areas" : "eventImages";
}

export const useEventSection = (): EventSection => useLocation({ select: ({ pathname }) => sectionOf(pathname) });

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

/** Where a photo is looked at, on the way one is on. */
export const toImage = (place: EventSection, slug: string, imageSid: string) =>
  ({ to: IMAGE_PATHS[place], params: { projectId: slug, imageId: imageSid } }) as const;

/** Where an event's photos are listed, on the way one is on: of one that is archived, in the archives. */
export const toImages = (place: EventSection, slug: string) =>
  ({ to: LIST_PATHS[place], params: { projectId: slug } }) as const;
