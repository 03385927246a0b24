/** Spec §2, 'Breadcrumb labels'. Segments not named here are left out (decision 41). */
const SEGMENT_LABELS: Readonly<Record<string, string>> = {
  archives: "Archives",
  projects: "Events",
  users: "Users",
  images: "Images",
  upload: "Upload Images",
  stickers: "Test Page",
  experiments: "Experiments",
  eventImages: "Event Images",
  areas: "Ranges Control",
  pages: "Pages",
  groups: "Groups",
  models: "Models",
  audit: "Audit log",
};

/** A crumb without `to` is not a page of its own, or is where one is. */
export type Crumb = { label: string; to: string | null };

/** Paths that are no page although something lies below them. */
const NO_PAGE = new Set(["images"]);

/**
 * The way to `pathname`. `params` are the route's, `names` what the server calls them; a name that is not
 * there yet is left out, so that no id flashes by.
 */
export function crumbsFor(
  pathname: string,
  params: Readonly<Record<string, string>>,
  names: Readonly<Record<string, string>>,
): Crumb[] {
  const segments = pathname.split("/").filter((segment) => segment !== "");
  const paramOf = new Map(Object.entries(params).map(([name, value]) => [encodeURIComponent(value), name]));
  return segments.flatMap((segment, index): Crumb[] => {
    const param = paramOf.get(segment);
    const label = param === undefined ? SEGMENT_LABELS[segment] : names[param];
    if (label === undefined) return [];
    const isPage = index < segments.length - 1 && !NO_PAGE.has(segment);
    return [{ label, to: isPage ? `/${segments.slice(0, index + 1).join("/")}` : null }];
  });
}

/** Where one is and the way back, where there is no room for more. */
export function shortened(crumbs: readonly Crumb[]): Crumb[] {
  const back = crumbs.findLast((crumb) => crumb.to !== null);
  return [...(back ? [back] : []), ...crumbs.slice(-1).filter((crumb) => crumb !== back)];
}
