import type { Project } from "@precount/domain";
import { useSuspenseQuery } from "@tanstack/react-query";
import { errorCode } from "./errors.ts";
import { trpc } from "./trpc.ts";

/** The event. Throws the error also if the user no longer sees an event that is on the screen: the screen must not keep it. */
export function useProject(slug: string): Project {
  const { data, error } = useSuspenseQuery(trpc.project.getProject.queryOptions({ slug }));
  if (errorCode(error) === "NOT_FOUND") throw error;
  return data;
}
