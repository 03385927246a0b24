import type { Area } from "@precount/domain";
import { useNavigate } from "@tanstack/react-router";
import { toImage, useEventSection } from "../../../shared/images/event-section.ts";
import { storeImageList } from "../../../shared/images/image-list.ts";

type AreaNavigation = {
  drill: (imageSid: string) => void;
  capture: (area: Area) => void;
  upload: (area: Area) => void;
};

/**
 * Navigation from an area to its photo, to the camera and to the upload.
 * @param shown the areas that match the filter
 */
export function useAreaNavigation(slug: string, shown: readonly Area[]): AreaNavigation {
  const navigate = useNavigate();
  const section = useEventSection();
  const drill = (imageSid: string): void => {
    // Previous and next in the review follow the order of the areas (spec §2).
    storeImageList(slug, [...new Set(shown.flatMap((area) => area.imageSid ?? []))], "areas");
    void navigate(toImage(section === "archives" ? "archives" : "areas", slug, imageSid));
  };
  const optionsFor = ({ name }: Area) => ({ params: { projectId: slug }, search: { area: Number(name) } });
  return {
    drill,
    capture: (area) => void navigate({ to: "/projects/$projectId/capture", ...optionsFor(area) }),
    upload: (area) => void navigate({ to: "/projects/$projectId/eventImages/upload", ...optionsFor(area) }),
  };
}
