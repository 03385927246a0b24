import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { parseAuditSearch, parseUsersSearch } from "../../shared/paging/search.ts";
import { privateLayout } from "./layouts.tsx";

export const users = createRoute({
  getParentRoute: () => privateLayout,
  path: "/users",
  validateSearch: parseUsersSearch,
  component: lazyRouteComponent(() => import("../../features/admin/users/UsersScreen.tsx"), "UsersScreen"),
});
export const createUser = createRoute({
  getParentRoute: () => privateLayout,
  path: "/users/create",
  component: lazyRouteComponent(() => import("../../features/admin/users/CreateUserScreen.tsx"), "CreateUserScreen"),
});
export const groups = createRoute({
  getParentRoute: () => privateLayout,
  path: "/users/groups",
  component: lazyRouteComponent(() => import("../../features/admin/groups/GroupsScreen.tsx"), "GroupsScreen"),
});
export const audit = createRoute({
  getParentRoute: () => privateLayout,
  path: "/users/audit",
  validateSearch: parseAuditSearch,
  component: lazyRouteComponent(() => import("../../features/admin/audit/AuditScreen.tsx"), "AuditScreen"),
});
export const models = createRoute({
  getParentRoute: () => privateLayout,
  path: "/models",
  component: lazyRouteComponent(() => import("../../features/admin/models/ModelsScreen.tsx"), "ModelsScreen"),
});
export const status = createRoute({
  getParentRoute: () => privateLayout,
  path: "/status",
  component: lazyRouteComponent(() => import("../../features/admin/status/StatusScreen.tsx"), "StatusScreen"),
});

export const adminRoutes = [users, createUser, groups, audit, models, status] as const;
