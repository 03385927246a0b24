/** Spec §2, 'Breadcrumb labels'. Segments not named here are left out (PD-41). */
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
  events: "Events",
  models: "Models",
  learning: "Learning",
  audit: "Audit log",
  status: "Server status",
  extracts: "Extracts",
  settings: "Settings",
  items: "Item list",
  radar: "Radar",
  import: "Import",
  crops: "Crops",
  proof: "Proof sheet",
  duplicates: "Stickers in two photos",
  "blind-count": "Blind count",
  check: "Check",
  "third-looks": "Third looks",
  certificate: "Certificate",
  dataset: "Labeled images",
  destinations: "Webhooks and deliveries",
  variance: "Variance",
  recount: "Recount list",
  verify: "Verify a report",
  history: "History",
};

/** One breadcrumb. `to` is null for the current page and for segments without a page. */
export type Crumb = { label: string; to: string | null };

/** Segments that have subpages but no page of their own. */
const SEGMENTS_WITHOUT_PAGE = new Set(["images"]);
/** The subpage to link to for parameters whose own path has no page (spec §2). */
const CONTENT_SUBPATH: Readonly<Record<string, string>> = { pageId: "/tasks" };

/**
 * The breadcrumbs for `pathname`. `params` are the route's parameters and `names` the server's names for them. A parameter without
 * a name yet is left out, so that ids never show while names load.
 */
export function crumbsFor(
  pathname: string,
  params: Readonly<Record<string, string>>,
  names: Readonly<Record<string, string>>,
): Crumb[] {
  const segments = pathname.split("/").filter((segment) => segment !== "");
  // In path order, because two parameters can have the same value: a task's number and an event's slug.
  const remaining = Object.entries(params).map(([name, value]) => ({ name, segment: encodeURIComponent(value) }));
  return segments.flatMap((segment, index): Crumb[] => {
    const at = remaining.findIndex((param) => param.segment === segment);
    const [param] = at < 0 ? [] : remaining.splice(at, 1);
    const label = param === undefined ? SEGMENT_LABELS[segment] : names[param.name];
    if (label === undefined) return [];
    const to = `/${segments.slice(0, index + 1).join("/")}${CONTENT_SUBPATH[param?.name ?? ""] ?? ""}`;
    const isPage = index < segments.length - 1 && !SEGMENTS_WITHOUT_PAGE.has(segment) && to !== pathname;
    return [{ label, to: isPage ? to : null }];
  });
}

/** The current page and the nearest parent link, for narrow screens. */
export function shortenCrumbs(crumbs: readonly Crumb[]): Crumb[] {
  const back = crumbs.findLast((crumb) => crumb.to !== null);
  return [...(back ? [back] : []), ...crumbs.slice(-1).filter((crumb) => crumb !== back)];
}
