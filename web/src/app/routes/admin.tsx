import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import {
  parseAuditSearch,
  parseGroupEventsSearch,
  parseItemsSearch,
  parseUsersSearch,
} from "../../shared/paging/search.ts";
import { privateLayout } from "./layouts.tsx";

const users = createRoute({
  getParentRoute: () => privateLayout,
  path: "/users",
  validateSearch: parseUsersSearch,
  component: lazyRouteComponent(() => import("../../features/admin/users/UsersScreen.tsx"), "UsersScreen"),
});
const createUser = createRoute({
  getParentRoute: () => privateLayout,
  path: "/users/create",
  component: lazyRouteComponent(() => import("../../features/admin/users/CreateUserScreen.tsx"), "CreateUserScreen"),
});
const groups = createRoute({
  getParentRoute: () => privateLayout,
  path: "/users/groups",
  component: lazyRouteComponent(() => import("../../features/admin/groups/GroupsScreen.tsx"), "GroupsScreen"),
});
const groupEvents = createRoute({
  getParentRoute: () => privateLayout,
  path: "/users/groups/$groupId/events",
  validateSearch: parseGroupEventsSearch,
  component: lazyRouteComponent(() => import("../../features/admin/groups/GroupEventsScreen.tsx"), "GroupEventsScreen"),
});
const groupItems = createRoute({
  getParentRoute: () => privateLayout,
  path: "/users/groups/$groupId/items",
  validateSearch: parseItemsSearch,
  component: lazyRouteComponent(() => import("../../features/items/ItemsScreens.tsx"), "GroupItemsScreen"),
});
const importGroupItems = createRoute({
  getParentRoute: () => privateLayout,
  path: "/users/groups/$groupId/items/import",
  component: lazyRouteComponent(() => import("../../features/items/import/ImportScreens.tsx"), "GroupImportScreen"),
});
const groupDestinations = createRoute({
  getParentRoute: () => privateLayout,
  path: "/users/groups/$groupId/destinations",
  component: lazyRouteComponent(
    () => import("../../features/destinations/DestinationsScreens.tsx"),
    "GroupDestinationsScreen",
  ),
});
const audit = createRoute({
  getParentRoute: () => privateLayout,
  path: "/users/audit",
  validateSearch: parseAuditSearch,
  component: lazyRouteComponent(() => import("../../features/admin/audit/AuditScreen.tsx"), "AuditScreen"),
});
const models = createRoute({
  getParentRoute: () => privateLayout,
  path: "/models",
  component: lazyRouteComponent(() => import("../../features/admin/models/ModelsScreen.tsx"), "ModelsScreen"),
});
const learning = createRoute({
  getParentRoute: () => privateLayout,
  path: "/models/learning",
  component: lazyRouteComponent(() => import("../../features/admin/learning/LearningScreen.tsx"), "LearningScreen"),
});
const modelReport = createRoute({
  getParentRoute: () => privateLayout,
  path: "/models/learning/$modelId",
  component: lazyRouteComponent(
    () => import("../../features/admin/learning/ModelReportScreen.tsx"),
    "ModelReportScreen",
  ),
});
const status = createRoute({
  getParentRoute: () => privateLayout,
  path: "/status",
  component: lazyRouteComponent(() => import("../../features/admin/status/StatusScreen.tsx"), "StatusScreen"),
});

export const adminRoutes = [
  users,
  createUser,
  groups,
  groupEvents,
  groupItems,
  importGroupItems,
  groupDestinations,
  audit,
  models,
  learning,
  modelReport,
  status,
] as const;
