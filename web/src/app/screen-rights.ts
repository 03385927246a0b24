import type { Right } from "@precount/domain";

/** The rights that screens need, by the beginning of their path; the longest one that fits decides. The server checks every right. */
const SCREEN_RIGHTS: Readonly<Record<string, Right>> = {
  "/users": "user.list",
  "/users/create": "user.create",
  "/users/groups": "group.change",
  "/users/audit": "audit.see",
  "/models": "model.list",
  "/models/learning": "learning.manage",
  "/status": "server.see",
  "/projects/create": "project.create",
  "/projects/$projectId/items/import": "item.import",
  "/projects/$projectId/destinations": "destination.change",
};

/** The right that a user needs to open the screen of a path of the route table; null if everyone may. */
export function rightForScreen(path: string): Right | null {
  const [longest] = Object.entries(SCREEN_RIGHTS)
    .filter(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))
    .toSorted(([a], [b]) => b.length - a.length);
  return longest?.[1] ?? null;
}
