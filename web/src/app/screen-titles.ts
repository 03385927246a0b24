import type { ScreenId } from "../shared/help/screens.ts";

/** The titles of the help texts, repeated here because the help is loaded only on demand. */
export const SCREEN_TITLES: Readonly<Record<ScreenId, string>> = {
  "/private/": "Home",
  "/private/users": "Users",
  "/private/users/create": "Create user",
  "/private/users/groups": "Groups",
  "/private/users/groups/$groupId/events": "Events of a group",
  "/private/users/audit": "Audit log",
  "/private/models": "Models",
  "/private/models/learning": "Learning",
  "/private/models/learning/$modelId": "Learned model",
  "/private/status": "Server status",
  "/private/account": "Your account",
  "/private/account/api": "API",
  "/private/issues": "Project issues",
  "/private/verify": "Verify a report",
  "/private/projects": "Events",
  "/private/archives": "Archives",
  "/private/projects/create": "Create event",
  "/private/projects/$projectId/home/eventImages": "Event images",
  "/private/archives/$projectId/home/": "Images of an archived event",
  "/private/archives/$projectId/home/areas": "Areas of an archived event",
  "/private/archives/$projectId/areas/gaps": "Gap list of an archived event",
  "/private/projects/$projectId/eventImages/upload": "Upload images",
  "/device/projects/$projectId/capture": "Take photos",
  "/private/projects/$projectId/eventImages/proof": "Proof sheet",
  "/private/projects/$projectId/eventImages/stats": "Image statistics",
  "/private/projects/$projectId/reports/$reportId": "Precount report",
  "/private/projects/$projectId/settings": "Event settings",
  "/private/projects/$projectId/duplicates": "Stickers in two photos",
  "/private/projects/$projectId/crops": "Crops",
  "/private/projects/$projectId/blind-count": "Blind count",
  "/private/projects/$projectId/blind-count/check": "Blind checks",
  "/private/projects/$projectId/blind-count/third-looks": "Third looks",
  "/private/projects/$projectId/reports/$reportId/certificate": "Certificate",
  "/private/projects/$projectId/dataset": "Labeled images",
  "/private/projects/$projectId/destinations": "Webhooks and deliveries",
  "/private/users/groups/$groupId/destinations": "Webhooks and deliveries of a group",
  "/private/projects/$projectId/history": "History",
  "/private/projects/$projectId/items": "Item list",
  "/private/projects/$projectId/items/import": "Import item list",
  "/private/projects/$projectId/variance": "Variance",
  "/private/projects/$projectId/variance/recount": "Recount list",
  "/private/users/groups/$groupId/items": "Item list of a group",
  "/private/users/groups/$groupId/items/import": "Import item list of a group",
  "/private/projects/$projectId/eventImages/images/$imageId": "Review of a photo",
  "/private/projects/$projectId/areas/images/$imageId": "Review of a photo",
  "/private/archives/$projectId/images/$imageId": "Photo of an archived event",
  "/private/projects/$projectId/home/areas": "Ranges Control",
  "/private/projects/$projectId/home/radar": "Radar",
  "/private/projects/$projectId/areas/gaps": "Gap list",
  "/bare/projects/$projectId/areas/wall": "Wall view",
  "/private/pages": "Pages",
  "/private/pages/$pageId/tasks": "Tasks",
  "/private/pages/$pageId/tasks/$taskId": "Task",
  "/private/experiments": "Experiments",
  "/private/experiments/stickers": "Stickers test",
  "/private/experiments/extracts": "Extracts test",
};

/** Parameters whose name replaces the screen's title. */
const ITEM_PARAMS = ["imageId", "taskId"] as const;
const PARENT_PARAMS = ["projectId", "pageId"] as const;

/** 'IMG_0412.jpg – Spring count': the item or screen, then what it belongs to. Empty for routes that are not screens. */
export function screenTitle(routeId: string, names: Readonly<Record<string, string>>): string {
  const kind = Object.entries(SCREEN_TITLES).find(([id]) => id === routeId)?.[1];
  if (kind === undefined) return "";
  const item = ITEM_PARAMS.map((param) => names[param]).find((name) => name !== undefined);
  return [item ?? kind, ...PARENT_PARAMS.flatMap((param) => names[param] ?? [])].join(" – ");
}
