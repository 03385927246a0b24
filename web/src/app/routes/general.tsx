import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { parsePagesSearch, parseTableSearch } from "../../shared/paging/search.ts";
import { privateLayout } from "./layouts.tsx";

export const home = createRoute({
  getParentRoute: () => privateLayout,
  path: "/",
  component: lazyRouteComponent(() => import("../../features/home/HomeScreen.tsx"), "HomeScreen"),
});
export const account = createRoute({
  getParentRoute: () => privateLayout,
  path: "/account",
  component: lazyRouteComponent(() => import("../../features/account/AccountScreen.tsx"), "AccountScreen"),
});
export const apiDocs = createRoute({
  getParentRoute: () => privateLayout,
  path: "/account/api",
  component: lazyRouteComponent(() => import("../../features/api-docs/ApiDocsScreen.tsx"), "ApiDocsScreen"),
});
export const pages = createRoute({
  getParentRoute: () => privateLayout,
  path: "/pages",
  validateSearch: parsePagesSearch,
  component: lazyRouteComponent(() => import("../../features/document-tasks/PagesScreen.tsx"), "PagesScreen"),
});
export const page = createRoute({
  getParentRoute: () => privateLayout,
  path: "/pages/$pageId",
  beforeLoad: ({ params }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- TanStack Router expects redirects to be thrown
    throw redirect({ to: "/pages/$pageId/tasks", params, replace: true });
  },
});
export const tasks = createRoute({
  getParentRoute: () => privateLayout,
  path: "/pages/$pageId/tasks",
  validateSearch: parseTableSearch,
  component: lazyRouteComponent(() => import("../../features/document-tasks/TasksScreen.tsx"), "TasksScreen"),
});
export const task = createRoute({
  getParentRoute: () => privateLayout,
  path: "/pages/$pageId/tasks/$taskId",
  validateSearch: parseTableSearch,
  component: lazyRouteComponent(() => import("../../features/document-tasks/task/TaskScreen.tsx"), "TaskScreen"),
});
export const experiments = createRoute({
  getParentRoute: () => privateLayout,
  path: "/experiments",
  component: lazyRouteComponent(() => import("../../features/experiments/ExperimentsScreen.tsx"), "ExperimentsScreen"),
});
export const stickers = createRoute({
  getParentRoute: () => privateLayout,
  path: "/experiments/stickers",
  validateSearch: parseTableSearch,
  component: lazyRouteComponent(
    () => import("../../features/experiments/stickers/StickersScreen.tsx"),
    "StickersScreen",
  ),
});
export const extracts = createRoute({
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
  pages,
  page,
  tasks,
  task,
  experiments,
  stickers,
  extracts,
] as const;
