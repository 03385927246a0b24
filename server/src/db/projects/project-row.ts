import type { projects } from "../schema/projects.ts";

export type ProjectRow = typeof projects.$inferSelect;
