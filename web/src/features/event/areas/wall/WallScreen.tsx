import { useParams } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { Wall } from "./Wall.tsx";
import { useWakeLock } from "./use-wake-lock.ts";
import { useWall } from "./use-wall.ts";

/** For a shared screen in the store: live progress, readable from across the room. */
export function WallScreen(): ReactElement {
  const { projectId: slug = "" } = useParams({ strict: false });
  useWakeLock();
  return <Wall {...useWall(slug)} />;
}
