import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { trpc } from "../../../../shared/api/trpc.ts";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import { useReview } from "../session/session-context.ts";
import styles from "./DuplicateLine.module.css";

/** Says that another photo shows the sticker of a result too, and which of them counts it (PD-93). */
export function DuplicateLine({ item: { index } }: { item: DisplayedResult }): ReactElement | null {
  const slug = useReview(({ project }) => project.slug);
  const imageSid = useReview(({ image }) => image.sid);
  const { data } = useQuery(trpc.duplicate.fetchImagePairs.queryOptions({ imageSid }));
  const pairs = data?.filter((pair) => pair.index === index && pair.status !== "two") ?? [];
  const pair = pairs.find(({ status }) => status === "same") ?? pairs[0];
  if (!pair) return null;
  const { status, duplicateOf, other } = pair;
  const text =
    status === "suspected"
      ? "Perhaps also in"
      : duplicateOf === null
        ? "Also in"
        : `Counted in ${duplicateOf}. The same sticker:`;
  return (
    <div className={styles["line"]} data-linked={duplicateOf !== null}>
      {text}{" "}
      {status === "suspected" ? (
        <Link to="/projects/$projectId/duplicates" params={{ projectId: slug }}>
          <bdi>{other.name}</bdi>
        </Link>
      ) : (
        <Link
          to="/projects/$projectId/eventImages/images/$imageId"
          params={{ projectId: slug, imageId: other.imageSid }}
          search={{ detection: other.index + 1 }}
        >
          <bdi>{other.name}</bdi>
        </Link>
      )}
    </div>
  );
}
