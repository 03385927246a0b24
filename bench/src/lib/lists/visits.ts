import type { Stack } from "../stack.ts";
import { BIG_SLUG, LARGE_PHOTOS } from "./years.ts";

/** One API call of a page; `kind` is the group its time is counted in. */
export type Visit = { kind: string; procedure: string; input: unknown };
export type Dice = () => number;

/** Data that people can open. */
export type Years = {
  events: readonly Event[];
  archived: readonly Event[];
  /** Events with at least a thousand images, and the big one. */
  large: readonly Event[];
  reports: readonly { slug: string; sid: string }[];
  photos: readonly { slug: string; sid: string }[];
  bigPhotos: number;
};
type Event = { slug: string; photos: number };

export async function readYears({ pool }: Stack): Promise<Years> {
  // Preview events are for admins only; the simulated people are not admins.
  const { rows: all } = await pool.query<Event & { status: string }>(
    `select p.slug, p.status, c.images as photos from projects p join project_counts c on c.project_sid = p.sid
     where p.status <> 'preview' order by p.slug`,
  );
  const { rows: reports } = await pool.query<{ slug: string; sid: string }>(
    `select p.slug, r.sid from reports r join projects p on p.sid = r.project_sid where p.status = 'completed' order by r.sid limit 500`,
  );
  const { rows: photos } = await pool.query<{ slug: string; sid: string }>(
    `select p.slug, i.sid from images i join projects p on p.sid = i.project_sid where p.status = 'active' order by i.sid limit 500`,
  );
  return {
    events: all.filter(({ status }) => status !== "archived"),
    archived: all.filter(({ status }) => status === "archived"),
    large: all.filter(({ slug, photos }) => photos >= LARGE_PHOTOS || slug === BIG_SLUG),
    reports,
    photos,
    bigPhotos: all.find(({ slug }) => slug === BIG_SLUG)?.photos ?? 0,
  };
}

const EVENT_SORTS = ["name", "-name", "createdAt", "-createdAt", "status", "-status"];
const IMAGE_SORTS = ["review", "name", "-name", "createdAt", "-createdAt", "validPercent", "-validPercent"];
const PAGE_SIZES = [10, 20, 30];
const WORDS = ["lager", "spring", "склад", "盘点", "aisle 1", "Épicerie", "count-12", "nothing like it"];
const NUMBERS = ["12", "IMG_4", "99.jpg", "nothing like it"];

function one<T>(of: readonly T[], dice: Dice): T {
  const chosen = of[Math.floor(dice() * of.length)];
  if (chosen === undefined) throw new Error("There is nothing to choose from.");
  return chosen;
}

/** Usually the first page, sometimes a random one. */
const paging = (rows: number, dice: Dice): { page: number; pageSize: number } => {
  const pageSize = one(PAGE_SIZES, dice);
  const pages = Math.max(1, Math.ceil(rows / pageSize));
  return { pageSize, page: dice() < 0.6 ? 1 : 1 + Math.floor(dice() * pages) };
};

function events(years: Years, dice: Dice, isArchived: boolean): Visit {
  const list = isArchived ? "archives" : "events";
  const input = { isArchived, ...paging((isArchived ? years.archived : years.events).length, dice) };
  const visit = (what: string, more: object): Visit => ({
    kind: `${list} ${what}`,
    procedure: "project.fetchProjects",
    input: { ...input, ...more },
  });
  const way = dice();
  if (way < 0.25) return visit("searched", { search: one(WORDS, dice), sort: one(EVENT_SORTS, dice) });
  if (way < 0.4 && !isArchived) return visit("filtered", { status: [one(["active", "completed", "discarded"], dice)] });
  const sort = one(EVENT_SORTS, dice);
  return visit(`by ${sort.replace("-", "")}`, { sort });
}

/** Filters and sort orders of the image list; opening it also queries the data shown beside it. */
function images(of: readonly Event[], size: string, dice: Dice): Visit[] {
  const { slug, photos } = one(of, dice);
  const [what, filter] = imageFilter(dice);
  const list = {
    kind: `${size} event's photos ${what}`,
    procedure: "project.fetchProjectWithImages",
    input: { slug, ...paging(photos, dice), ...filter },
  };
  if (dice() < 0.5) return [list];
  return [
    list,
    { kind: "event", procedure: "project.getProject", input: { slug } },
    { kind: `${size} event's queue`, procedure: "project.getQueue", input: { slug } },
    { kind: `${size} event's order`, procedure: "image.listMatchingImages", input: { slug, ...filter } },
    names(slug),
  ];
}

function imageFilter(dice: Dice): [what: string, filter: object] {
  const way = dice();
  if (way < 0.15) return ["searched", { search: one(NUMBERS, dice), sort: one(IMAGE_SORTS, dice) }];
  if (way < 0.35) return ["filtered", { status: [one(["approved", "processed", "rejected", "pending"], dice)] }];
  const sort = one(IMAGE_SORTS, dice);
  return [`by ${sort.replace("-", "")}`, { sort }];
}

function stats(years: Years, dice: Dice): Visit[] {
  const { slug, photos } = dice() < 0.3 ? { slug: BIG_SLUG, photos: years.bigPhotos } : one(years.events, dice);
  const kind = slug === BIG_SLUG ? "the big event's statistics" : "an event's statistics";
  const input = { slug, ...paging(photos, dice), sort: one(["name", "-sizeBytes", "-patchedStickersCount"], dice) };
  return [{ kind, procedure: "project.getProjectStats", input }, names(slug)];
}

/** The report's head and first rows, or a page of one of its parts. */
function report(years: Years, dice: Dice): Visit[] {
  const { slug, sid: reportSid } = one(years.reports, dice);
  const address = { project: { slug }, reportSid };
  const page = 1 + Math.floor(dice() * 60);
  const rows = {
    kind: "a report's rows",
    procedure: "project.fetchReportRows",
    input: { ...address, page, pageSize: 30 },
  };
  const way = dice();
  if (way < 0.3) return [rows];
  if (way < 0.5)
    return [{ kind: "a report's SKUs", procedure: "project.fetchReportSkus", input: { ...address, sort: "-rows" } }];
  return [
    { kind: "a report's cover", procedure: "project.getReportCover", input: address },
    { kind: "a report's paper", procedure: "project.getReportPrint", input: address },
    { ...rows, input: { ...rows.input, page: 1 } },
    names(slug),
  ];
}

/** Opening a page of an event also queries the breadcrumbs. */
const names = (slug: string): Visit => ({
  kind: "breadcrumbs",
  procedure: "breadcrumb.fetchBreadcrumbs",
  input: { projectId: slug },
});

/** The next action: the calls that a page sends together. */
export function nextVisits(years: Years, dice: Dice): Visit[] {
  const way = dice();
  if (way < 0.12) return [{ kind: "dashboard", procedure: "home.fetchOverview", input: undefined }];
  if (way < 0.3) return [events(years, dice, false)];
  if (way < 0.4) return [events(years, dice, true)];
  if (way < 0.48) {
    const { slug } = one(years.events, dice);
    return [{ kind: "event", procedure: "project.getProject", input: { slug } }, names(slug)];
  }
  if (way < 0.64) return images(years.events, "a usual", dice);
  if (way < 0.72) return images(years.large, "a large", dice);
  if (way < 0.79) return images([{ slug: BIG_SLUG, photos: years.bigPhotos }], "the big", dice);
  if (way < 0.82) return stats(years, dice);
  if (way < 0.88) {
    const { slug } = dice() < 0.25 ? { slug: BIG_SLUG } : one(dice() < 0.5 ? years.large : years.events, dice);
    const kind = slug === BIG_SLUG ? "the big event's way" : "an event's way";
    return [{ kind, procedure: "image.listProjectImageSids", input: { slug } }, names(slug)];
  }
  if (way < 0.94) {
    const { slug, sid } = one(years.photos, dice);
    return [
      { kind: "a photo", procedure: "image.getProjectImage", input: { projectSlug: slug, imageSid: sid } },
      names(slug),
    ];
  }
  return report(years, dice);
}
