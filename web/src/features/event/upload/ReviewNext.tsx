import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { toReview } from "../../../shared/images/event-section.ts";

/** The way on after an upload: the first image that needs a review, or the list while the uploaded ones are still being read. */
export function ReviewNext({ slug }: { slug: string }): ReactElement {
  // The worker may have read some of the uploaded images already.
  const { data } = useQuery(trpc.image.listProjectImageSids.queryOptions({ slug }, { staleTime: 0 }));
  const next = data?.open.find((sid) => !data.taken.includes(sid));
  if (next === undefined) {
    return (
      <Link to="/projects/$projectId/eventImages" params={{ projectId: slug }}>
        <Button type="primary">Show images</Button>
      </Link>
    );
  }
  return (
    <Link {...toReview(slug, next)}>
      <Button type="primary">Review next</Button>
    </Link>
  );
}
