import { type LatestReport, type ProjectOverview, type ProjectSummary, presentUsers } from "@precount/domain";
import { type DashboardStats, readDashboardStats } from "../../db/dashboard-stats.ts";
import { countPhotoWork } from "../../db/projects/area-counts.ts";
import { listProjectRows } from "../../db/projects/list.ts";
import { listEventsOfImages, listNextToReview } from "../../db/projects/next-image.ts";
import { readProjectSummaries } from "../../db/projects/summaries.ts";
import { listLatestReports } from "../../db/reports/latest.ts";
import { readAccount } from "../../db/users.ts";
import type { SignedInContext } from "../context.ts";

const MAX_EVENTS = 6;
const MAX_REPORTS = 5;
const THUMBNAILS = 5;

export type HomeOverview = {
  /** The server's time, which the minutes of the pace refer to. */
  asOf: string;
  stats: DashboardStats;
  /** The newest active events. */
  events: ProjectOverview[];
  /** Number of all active events. */
  activeEvents: number;
  reports: LatestReport[];
  /** When the user's password expires; null unless it is the generated one of the first admin (PD-177). */
  passwordExpiresAt: string | null;
};

/** Everything on the home screen, for the events that the user sees. The number of statements does not depend on the number of events. */
export async function fetchOverview(ctx: SignedInContext): Promise<HomeOverview> {
  const { db, session } = ctx;
  const person = session.user;
  const [stats, active, reports, account] = await Promise.all([
    readDashboardStats(db, person),
    listProjectRows(db, {
      person,
      isArchived: false,
      statuses: ["active"],
      page: 1,
      pageSize: MAX_EVENTS,
      sort: "-createdAt",
    }),
    listLatestReports(db, person, MAX_REPORTS),
    readAccount(db, person.sid),
  ]);
  const summaries = await readProjectSummaries(db, active.rows, THUMBNAILS);
  const events = await toOverviews(ctx, summaries);
  return {
    asOf: new Date().toISOString(),
    stats,
    events,
    activeEvents: active.total,
    reports,
    passwordExpiresAt: account?.passwordExpiresAt?.toISOString() ?? null,
  };
}

/** Adds the next image and the people. Four statements for any number of events. */
async function toOverviews(
  { db, session, presence }: SignedInContext,
  summaries: readonly ProjectSummary[],
): Promise<ProjectOverview[]> {
  if (summaries.length === 0) return [];
  const sids = summaries.map(({ sid }) => sid);
  const openImages = presence.openImages();
  const taken = openImages.filter((imageSid) => presence.isOpenByOthers(imageSid, session.user.sid));
  const [work, next, eventOf] = await Promise.all([
    countPhotoWork(db, sids),
    listNextToReview(db, sids, taken),
    listEventsOfImages(db, openImages),
  ]);
  return summaries.map(({ images, ...summary }) => ({
    ...summary,
    images: { ...images, ...(work.get(summary.sid) ?? { undecided: 0, withoutArea: 0 }) },
    nextToReview: next.get(summary.sid) ?? null,
    people: presentUsers(
      openImages
        .filter((imageSid) => eventOf.get(imageSid) === summary.sid)
        .flatMap((imageSid) => presence.people(imageSid))
        .map(({ sid, name }) => ({ user: { sid, name }, hand: null })),
    ).map(({ sid, name }) => ({ sid, name })),
  }));
}
