import { preload } from "react-dom";
import { Outlet, createRootRoute, createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import {
  parseAreasSearch,
  parseAuditSearch,
  parseEventSearch,
  parseEventsSearch,
  parseImagesSearch,
  parsePagesSearch,
  parseReportSearch,
  parseResetSearch,
  parseReviewSearch,
  parseStatsSearch,
  parseTableSearch,
  parseUploadSearch,
  parseUsersSearch,
} from "../shared/paging/search.ts";
import { AUTH_USER_CACHE_OPTIONS } from "../shared/session/auth-user.ts";
import { IMAGE_CACHE_OPTIONS } from "../shared/images/image-cache-options.ts";
import { photoUrl } from "../shared/images/photo-url.ts";
import { queryClient } from "../shared/api/query-client.ts";
import { lastCapturedSlug, storedSessionId } from "../shared/session/storage.ts";
import { trpc } from "../shared/api/trpc.ts";
import { returnToState } from "../shared/session/return-to.ts";

/** In an event's place, the one that photos were last taken for: the installed page begins there. No slug is like that. */
const LAST_EVENT = "~";

const root = createRootRoute({ component: Outlet });

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  component: lazyRouteComponent(() => import("../features/account/sign-in/LoginScreen.tsx"), "LoginScreen"),
});
const logout = createRoute({
  getParentRoute: () => root,
  path: "/logout",
  component: lazyRouteComponent(() => import("../features/account/sign-in/LogoutScreen.tsx"), "LogoutScreen"),
});
const providerAnswer = createRoute({
  getParentRoute: () => root,
  path: "/msal-spa-response",
  component: lazyRouteComponent(
    () => import("../features/account/sign-in/MsalResponseScreen.tsx"),
    "MsalResponseScreen",
  ),
});

const passwordReset = createRoute({
  getParentRoute: () => root,
  path: "/password/reset",
  validateSearch: parseResetSearch,
  component: lazyRouteComponent(
    () => import("../features/account/password-reset/ResetPasswordScreen.tsx"),
    "ResetPasswordScreen",
  ),
});

/** Without a stored session id the way leads to /logout (spec §2), and from there back to where it was to go. */
function requireSession({ location }: { location: { href: string } }): void {
  // The router wants its redirects thrown.
  // oxlint-disable-next-line typescript/only-throw-error
  if (storedSessionId() === null) throw redirect({ to: "/logout", state: returnToState(location.href) });
}
/*
 * What a screen is about is on its way while the screen's code is. Whoever draws it waits for it, and says what goes wrong. What is
 * there already stays: these are asked with every change of the address.
 */
const FETCH_ONCE = { staleTime: Number.POSITIVE_INFINITY } as const;
function prefetchUser(): void {
  void queryClient.prefetchQuery(trpc.user.getAuthUser.queryOptions(undefined, AUTH_USER_CACHE_OPTIONS));
  void queryClient.prefetchQuery(trpc.meta.version.queryOptions(undefined, FETCH_ONCE));
}
const prefetchEvent = ({ params: { projectId: slug } }: { params: { projectId: string } }): void =>
  void queryClient.prefetchQuery(trpc.project.getProject.queryOptions({ slug }, FETCH_ONCE));
const prefetchImage = ({ params }: { params: ImageParams }): void => void fetchImageAndPhoto(params);
async function fetchImageAndPhoto({ projectId: projectSlug, imageId: imageSid }: ImageParams): Promise<void> {
  const query = trpc.image.getProjectImage.queryOptions(
    { projectSlug, imageSid },
    { ...IMAGE_CACHE_OPTIONS, ...FETCH_ONCE },
  );
  await queryClient.prefetchQuery(query);
  const image = queryClient.getQueryData(query.queryKey);
  // The first size that the review shows (see usePhoto): it need not wait for the review to be drawn.
  if (image) preload(photoUrl(image.src, 2048), { as: "image", fetchPriority: "high" });
}
/** Thousands of them take as long as the screen's code. */
const prefetchAreas = ({ params: { projectId: slug } }: { params: { projectId: string } }): void =>
  void queryClient.prefetchQuery(trpc.area.fetchAllAreasWithStatus.queryOptions({ project: { slug } }, FETCH_ONCE));
type ImageParams = { projectId: string; imageId: string };

const signedIn = createRoute({
  getParentRoute: () => root,
  id: "private",
  beforeLoad: requireSession,
  loader: prefetchUser,
  component: lazyRouteComponent(() => import("./PrivateLayout.tsx"), "PrivateLayout"),
});

/** Screens for all to see, without a menu. */
const bare = createRoute({
  getParentRoute: () => root,
  id: "bare",
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import("./BareLayout.tsx"), "BareLayout"),
});
const wall = createRoute({
  getParentRoute: () => bare,
  path: "/projects/$projectId/areas/wall",
  component: lazyRouteComponent(() => import("../features/event/areas/wall/WallScreen.tsx"), "WallScreen"),
});

/** Screens that open where there is no network. */
const device = createRoute({
  getParentRoute: () => root,
  id: "device",
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import("./DeviceLayout.tsx"), "DeviceLayout"),
});
const capture = createRoute({
  getParentRoute: () => device,
  path: "/projects/$projectId/capture",
  validateSearch: parseUploadSearch,
  beforeLoad: ({ params: { projectId } }) => {
    if (projectId !== LAST_EVENT) return;
    const slug = lastCapturedSlug();
    // oxlint-disable-next-line typescript/only-throw-error -- as above
    throw slug === null
      ? redirect({ to: "/projects", replace: true })
      : redirect({ to: "/projects/$projectId/capture", params: { projectId: slug }, replace: true });
  },
  component: lazyRouteComponent(() => import("../features/event/capture/CaptureScreen.tsx"), "CaptureScreen"),
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: "/",
  component: lazyRouteComponent(() => import("../features/home/HomeScreen.tsx"), "HomeScreen"),
});
const events = createRoute({
  getParentRoute: () => signedIn,
  path: "/projects",
  validateSearch: parseEventsSearch,
  component: lazyRouteComponent(() => import("../features/events/EventsScreen.tsx"), "EventsScreen"),
});
const archives = createRoute({
  getParentRoute: () => signedIn,
  path: "/archives",
  validateSearch: parseEventsSearch,
  component: lazyRouteComponent(() => import("../features/events/EventsScreen.tsx"), "ArchivesScreen"),
});
const archivedEvent = createRoute({
  getParentRoute: () => signedIn,
  path: "/archives/$projectId",
  loader: prefetchEvent,
});
const archivedHome = createRoute({
  getParentRoute: () => archivedEvent,
  id: "home",
  component: lazyRouteComponent(() => import("../features/event/home/EventHomeLayout.tsx"), "EventHomeLayout"),
});
const archivedImages = createRoute({
  getParentRoute: () => archivedHome,
  path: "/",
  validateSearch: parseImagesSearch,
  component: lazyRouteComponent(() => import("../features/event/images/ImagesScreen.tsx"), "ImagesScreen"),
});
const archivedReview = createRoute({
  getParentRoute: () => archivedEvent,
  path: "/images/$imageId",
  validateSearch: parseReviewSearch,
  staticData: { fullBleed: true },
  loader: prefetchImage,
  component: lazyRouteComponent(() => import("../features/event/review/ReviewScreen.tsx"), "ReviewScreen"),
});
const createEvent = createRoute({
  getParentRoute: () => signedIn,
  path: "/projects/create",
  component: lazyRouteComponent(() => import("../features/events/CreateEventScreen.tsx"), "CreateEventScreen"),
});

const event = createRoute({ getParentRoute: () => signedIn, path: "/projects/$projectId", loader: prefetchEvent });
const eventIndex = createRoute({
  getParentRoute: () => event,
  path: "/",
  validateSearch: parseEventSearch,
  beforeLoad: ({ params, search }) => {
    const { tab = "eventImages", ...paging } = search;
    // oxlint-disable-next-line typescript/only-throw-error -- as above
    throw redirect({ to: `/projects/$projectId/${tab}`, params, search: paging, replace: true });
  },
});
const eventHome = createRoute({
  getParentRoute: () => event,
  id: "home",
  component: lazyRouteComponent(() => import("../features/event/home/EventHomeLayout.tsx"), "EventHomeLayout"),
});
const eventImages = createRoute({
  getParentRoute: () => eventHome,
  path: "/eventImages",
  validateSearch: parseImagesSearch,
  component: lazyRouteComponent(() => import("../features/event/images/ImagesScreen.tsx"), "ImagesScreen"),
});
const areas = createRoute({
  getParentRoute: () => eventHome,
  path: "/areas",
  validateSearch: parseAreasSearch,
  loader: prefetchAreas,
  component: lazyRouteComponent(() => import("../features/event/areas/AreasScreen.tsx"), "AreasScreen"),
});
const areaGaps = createRoute({
  getParentRoute: () => event,
  path: "/areas/gaps",
  component: lazyRouteComponent(() => import("../features/event/areas/gaps/GapsScreen.tsx"), "GapsScreen"),
});
const areaReview = createRoute({
  getParentRoute: () => event,
  path: "/areas/images/$imageId",
  validateSearch: parseReviewSearch,
  staticData: { fullBleed: true },
  loader: prefetchImage,
  component: lazyRouteComponent(() => import("../features/event/review/ReviewScreen.tsx"), "ReviewScreen"),
});
const upload = createRoute({
  getParentRoute: () => event,
  path: "/eventImages/upload",
  validateSearch: parseUploadSearch,
  component: lazyRouteComponent(() => import("../features/event/upload/UploadScreen.tsx"), "UploadScreen"),
});
const stats = createRoute({
  getParentRoute: () => event,
  path: "/eventImages/stats",
  validateSearch: parseStatsSearch,
  component: lazyRouteComponent(() => import("../features/event/statistics/StatsScreen.tsx"), "StatsScreen"),
});
const review = createRoute({
  getParentRoute: () => event,
  path: "/eventImages/images/$imageId",
  validateSearch: parseReviewSearch,
  staticData: { fullBleed: true },
  loader: prefetchImage,
  component: lazyRouteComponent(() => import("../features/event/review/ReviewScreen.tsx"), "ReviewScreen"),
});
const report = createRoute({
  getParentRoute: () => event,
  path: "/reports/$reportId",
  validateSearch: parseReportSearch,
  component: lazyRouteComponent(() => import("../features/event/report/ReportScreen.tsx"), "ReportScreen"),
});
const settings = createRoute({
  getParentRoute: () => event,
  path: "/settings",
  component: lazyRouteComponent(() => import("../features/event/settings/SettingsScreen.tsx"), "SettingsScreen"),
});

const users = createRoute({
  getParentRoute: () => signedIn,
  path: "/users",
  validateSearch: parseUsersSearch,
  component: lazyRouteComponent(() => import("../features/admin/users/UsersScreen.tsx"), "UsersScreen"),
});
const createUser = createRoute({
  getParentRoute: () => signedIn,
  path: "/users/create",
  component: lazyRouteComponent(() => import("../features/admin/users/CreateUserScreen.tsx"), "CreateUserScreen"),
});
const groups = createRoute({
  getParentRoute: () => signedIn,
  path: "/users/groups",
  component: lazyRouteComponent(() => import("../features/admin/groups/GroupsScreen.tsx"), "GroupsScreen"),
});
const audit = createRoute({
  getParentRoute: () => signedIn,
  path: "/users/audit",
  validateSearch: parseAuditSearch,
  component: lazyRouteComponent(() => import("../features/admin/audit/AuditScreen.tsx"), "AuditScreen"),
});
const apiDocs = createRoute({
  getParentRoute: () => signedIn,
  path: "/account/api",
  component: lazyRouteComponent(() => import("../features/api-docs/ApiDocsScreen.tsx"), "ApiDocsScreen"),
});
const models = createRoute({
  getParentRoute: () => signedIn,
  path: "/models",
  component: lazyRouteComponent(() => import("../features/admin/models/ModelsScreen.tsx"), "ModelsScreen"),
});
const status = createRoute({
  getParentRoute: () => signedIn,
  path: "/status",
  component: lazyRouteComponent(() => import("../features/admin/status/StatusScreen.tsx"), "StatusScreen"),
});
const account = createRoute({
  getParentRoute: () => signedIn,
  path: "/account",
  component: lazyRouteComponent(() => import("../features/account/AccountScreen.tsx"), "AccountScreen"),
});
const pages = createRoute({
  getParentRoute: () => signedIn,
  path: "/pages",
  validateSearch: parsePagesSearch,
  component: lazyRouteComponent(() => import("../features/document-tasks/PagesScreen.tsx"), "PagesScreen"),
});
const page = createRoute({
  getParentRoute: () => signedIn,
  path: "/pages/$pageId",
  beforeLoad: ({ params }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- as above
    throw redirect({ to: "/pages/$pageId/tasks", params, replace: true });
  },
});
const tasks = createRoute({
  getParentRoute: () => signedIn,
  path: "/pages/$pageId/tasks",
  validateSearch: parseTableSearch,
  component: lazyRouteComponent(() => import("../features/document-tasks/TasksScreen.tsx"), "TasksScreen"),
});
const task = createRoute({
  getParentRoute: () => signedIn,
  path: "/pages/$pageId/tasks/$taskId",
  validateSearch: parseTableSearch,
  component: lazyRouteComponent(() => import("../features/document-tasks/task/TaskScreen.tsx"), "TaskScreen"),
});
const experiments = createRoute({
  getParentRoute: () => signedIn,
  path: "/experiments",
  component: lazyRouteComponent(() => import("../features/experiments/ExperimentsScreen.tsx"), "ExperimentsScreen"),
});
const stickers = createRoute({
  getParentRoute: () => signedIn,
  path: "/experiments/stickers",
  validateSearch: parseTableSearch,
  component: lazyRouteComponent(() => import("../features/experiments/stickers/StickersScreen.tsx"), "StickersScreen"),
});
const extracts = createRoute({
  getParentRoute: () => signedIn,
  path: "/experiments/extracts",
  component: lazyRouteComponent(() => import("../features/experiments/extracts/ExtractsScreen.tsx"), "ExtractsScreen"),
});

export const routeTree = root.addChildren([
  login,
  logout,
  providerAnswer,
  passwordReset,
  signedIn.addChildren([
    home,
    users,
    createUser,
    groups,
    audit,
    models,
    status,
    account,
    apiDocs,
    events,
    archives,
    archivedEvent.addChildren([archivedHome.addChildren([archivedImages]), archivedReview]),
    createEvent,
    pages,
    page,
    tasks,
    task,
    experiments,
    stickers,
    extracts,
    event.addChildren([
      eventIndex,
      eventHome.addChildren([eventImages, areas]),
      upload,
      stats,
      review,
      areaGaps,
      areaReview,
      report,
      settings,
    ]),
  ]),
  bare.addChildren([wall]),
  device.addChildren([capture]),
]);
