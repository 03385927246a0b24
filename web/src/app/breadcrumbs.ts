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
  status: "Server status",
  extracts: "Extracts",
};

/** A crumb without `to` is not a page of its own, or is where one is. */
export type Crumb = { label: string; to: string | null };

/** Paths that are no page although something lies below them. */
const SEGMENTS_WITHOUT_PAGE = new Set(["images"]);
/** What is looked at of a thing whose own path is no page (spec §2). */
const CONTENT_SUBPATH: Readonly<Record<string, string>> = { pageId: "/tasks" };

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
  // In their order, for a task may have the number that an event is called by.
  const left = Object.entries(params).map(([name, value]) => ({ name, segment: encodeURIComponent(value) }));
  return segments.flatMap((segment, index): Crumb[] => {
    const at = left.findIndex((param) => param.segment === segment);
    const [param] = at < 0 ? [] : left.splice(at, 1);
    const label = param === undefined ? SEGMENT_LABELS[segment] : names[param.name];
    if (label === undefined) return [];
    const to = `/${segments.slice(0, index + 1).join("/")}${CONTENT_SUBPATH[param?.name ?? ""] ?? ""}`;
    const isPage = index < segments.length - 1 && !SEGMENTS_WITHOUT_PAGE.has(segment) && to !== pathname;
    return [{ label, to: isPage ? to : null }];
  });
}

/** Where one is and the way back, where there is no room for more. */
export function shortenCrumbs(crumbs: readonly Crumb[]): Crumb[] {
  const back = crumbs.findLast((crumb) => crumb.to !== null);
  return [...(back ? [back] : []), ...crumbs.slice(-1).filter((crumb) => crumb !== back)];
}
