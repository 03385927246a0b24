import { type Patch, type Result, parsePatch } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import { Button } from "antd";
import { type ReactElement, useMemo } from "react";
import type { QueuedEdit } from "../edit-queue.ts";
import styles from "../Review.module.css";
import { describePatchValue } from "./describe-patch-value.ts";
import { useSaveQueue, useSaveQueueValue } from "./save-queue-context.ts";
import type { DetectionRef } from "./work-store.ts";

type UnresolvedEdit = { place: DetectionRef; edit: QueuedEdit };

/** Conflicts and refused edits of every photo. */
export function useUnresolvedEdits(): UnresolvedEdit[] {
  const queue = useSaveQueue();
  // The queue makes a new list for every call. The key changes only when there are other edits, or other values in conflict.
  const key = useSaveQueueValue((now) =>
    now
      .unresolvedEdits()
      .map(({ edit }) => `${edit.id} ${edit.state} ${edit.revision}`)
      .join(),
  );
  return useMemo(() => (key === "" ? [] : queue.unresolvedEdits()), [queue, key]);
}

function titleOf(patch: Patch, results: readonly Result[] | null): string {
  const edit = parsePatch(patch);
  if (edit === null || edit.field === "add") return "Added result";
  const label = results?.[edit.index]?.label ?? "result";
  const field = {
    code: "Code",
    quantity: "Quantity",
    rect: "Box",
    label: "Kind",
    discarded: "State",
    values: "Reading",
  }[edit.field];
  return `${field} of ${label} ${edit.index + 1}`;
}

type Props = { edits: readonly UnresolvedEdit[]; results: readonly Result[] };

/** Each edit with both values or with the server's reason. An edit stays until the user decides. */
export function UnresolvedEdits({ edits, results }: Props): ReactElement {
  return (
    <ul className={styles["troubles"]}>
      {edits.map(({ place, edit }) => {
        const isHere = location.pathname.includes(place.imageSid);
        const title = titleOf(edit.patch, isHere ? results : null);
        return (
          <li key={edit.id} aria-label={title}>
            <strong>{title}</strong>
            {!isHere && (
              <Link
                to="/projects/$projectId/eventImages/images/$imageId"
                params={{ projectId: place.slug, imageId: place.imageSid }}
              >
                Open its photo
              </Link>
            )}
            <span>{edit.message}</span>
            <span>
              Yours: <b className="pc-code">{describePatchValue(edit.patch)}</b>
              {edit.theirs && (
                <>
                  {" · theirs: "}
                  <b className="pc-code">{describePatchValue(edit.theirs)}</b>
                </>
              )}
            </span>
            <ResolveButtons of={place} edit={edit} />
          </li>
        );
      })}
    </ul>
  );
}

/** The two decisions about an edit: keep or retry it, or give it up. */
export function ResolveButtons({ of, edit }: { of: DetectionRef; edit: QueuedEdit }): ReactElement {
  const queue = useSaveQueue();
  const isConflict = edit.state === "conflict";
  return (
    <span className={styles["choice"]}>
      <Button size="small" onClick={() => queue.resolve(of, edit, "mine")}>
        {isConflict ? `Keep mine: ${describePatchValue(edit.patch)}` : "Retry"}
      </Button>
      <Button size="small" onClick={() => queue.resolve(of, edit, "theirs")}>
        {isConflict && edit.theirs ? `Take theirs: ${describePatchValue(edit.theirs)}` : "Discard this edit"}
      </Button>
    </span>
  );
}
