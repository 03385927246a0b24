import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { errorCode } from "../../shared/api/errors.ts";
import { trpc } from "../../shared/api/trpc.ts";

/** Reads the report again when one of its calls is refused: if the link has ended meanwhile, the screen says so. */
export function useEndedLink(error: unknown): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (errorCode(error) === "NOT_FOUND") void queryClient.invalidateQueries(trpc.evidence.getReport.queryFilter());
  }, [error, queryClient]);
}
