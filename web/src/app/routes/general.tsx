import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { parsePagesSearch, parseTableSearch, parseVerifySearch } from "../../shared/paging/search.ts";
import { privateLayout } from "./layouts.tsx";

const home = createRoute({
  getParentRoute: () => privateLayout,
  path: "/",
  component: lazyRouteComponent(() => import("../../features/home/HomeScreen.tsx"), "HomeScreen"),
});
const account = createRoute({
  getParentRoute: () => privateLayout,
  path: "/account",
  component: lazyRouteComponent(() => import("../../features/account/AccountScreen.tsx"), "AccountScreen"),
});
const apiDocs = createRoute({
  getParentRoute: () => privateLayout,
  path: "/account/api",
  component: lazyRouteComponent(() => import("../../features/api-docs/ApiDocsScreen.tsx"), "ApiDocsScreen"),
});
const issues = createRoute({
  getParentRoute: () => privateLayout,
  path: "/issues",
  component: lazyRouteComponent(() => import("../../features/issues/IssuesScreen.tsx"), "IssuesScreen"),
});
const verify = createRoute({
  getParentRoute: () => privateLayout,
  path: "/verify",
  validateSearch: parseVerifySearch,
  component: lazyRouteComponent(() => import("../../features/verify/VerifyScreen.tsx"), "VerifyScreen"),
});
const pages = createRoute({
  getParentRoute: () => privateLayout,
  path: "/pages",
  validateSearch: parsePagesSearch,
  component: lazyRouteComponent(() => import("../../features/document-tasks/PagesScreen.tsx"), "PagesScreen"),
});
const page = createRoute({
  getParentRoute: () => privateLayout,
  path: "/pages/$pageId",
  beforeLoad: ({ params }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- TanStack Router expects redirects to be thrown
    throw redirect({ to: "/pages/$pageId/tasks", params, replace: true });
  },
});
const tasks = createRoute({
  getParentRoute: () => privateLayout,
  path: "/pages/$pageId/tasks",
  validateSearch: parseTableSearch,
  component: lazyRouteComponent(() => import("../../features/document-tasks/TasksScreen.tsx"), "TasksScreen"),
});
const task = createRoute({
  getParentRoute: () => privateLayout,
  path: "/pages/$pageId/tasks/$taskId",
  validateSearch: parseTableSearch,
  component: lazyRouteComponent(() => import("../../features/document-tasks/task/TaskScreen.tsx"), "TaskScreen"),
});
const experiments = createRoute({
  getParentRoute: () => privateLayout,
  path: "/experiments",
  component: lazyRouteComponent(() => import("../../features/experiments/ExperimentsScreen.tsx"), "ExperimentsScreen"),
});
const stickers = createRoute({
  getParentRoute: () => privateLayout,
  path: "/experiments/stickers",
  validateSearch: parseTableSearch,
  component: lazyRouteComponent(
    () => import("../../features/experiments/stickers/StickersScreen.tsx"),
    "StickersScreen",
  ),
});
const extracts = createRoute({
  getParentRoute: () => privateLayout,
  path: "/experiments/extracts",
  component: lazyRouteComponent(
    () => import("../../features/experiments/extracts/ExtractsScreen.tsx"),
    "ExtractsScreen",
  ),
});

export const generalRoutes = [
  home,
  account,
  apiDocs,
  issues,
  verify,
  pages,
  page,
  tasks,
  task,
  experiments,
  stickers,
  extracts,
] as const;
