import type { QueryClient } from "@tanstack/react-query";
import { trpc } from "./trpc.ts";

/** Fetches images and events again: the status of an image follows from its detections, and the progress of an event from its images. */
export function refreshImages(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: trpc.image.pathKey() });
  void queryClient.invalidateQueries({ queryKey: trpc.project.pathKey() });
}
