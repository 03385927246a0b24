import { type Patch, type Result, parsePatch } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import { Button } from "antd";
import { type ReactElement, useMemo } from "react";
import type { QueuedEdit } from "../edit-queue.ts";
import styles from "../Review.module.css";
import { useSaveQueue, useSaveQueueValue } from "./save-queue-context.ts";
import type { DetectionRef } from "./work-store.ts";

type Trouble = { place: DetectionRef; edit: QueuedEdit };

/** Conflicts and refused edits of every photo. */
export function useTroubles(): Trouble[] {
  const outbox = useSaveQueue();
  const fingerprint = useSaveQueueValue((now) =>
    now
      .troubles()
      .map(({ edit }) => `${edit.id} ${edit.state}`)
      .join(),
  );
  // Named so that it is read anew when, and only when, there are others.
  return useMemo(() => (fingerprint === "" ? [] : outbox.troubles()), [outbox, fingerprint]);
}

/** A patch's value as a person reads it. */
export function valueOf(patch: Patch): string {
  const edit = parsePatch(patch);
  switch (edit?.field) {
    case "code":
    case "quantity":
      return edit.value === "" ? "empty" : edit.value;
    case "label":
      return edit.value;
    case "discarded":
      return edit.value ? "deleted" : "not deleted";
    case "rect":
      return `box at ${edit.value.x}, ${edit.value.y}, ${edit.value.width} × ${edit.value.height}`;
    case "add":
      return `a new ${edit.value.label}`;
    case "values":
      return edit.value[0]?.value ?? "";
    case undefined:
    default:
      return "";
  }
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

type Props = { troubles: readonly Trouble[]; results: readonly Result[] };

/** Each with both values, or with the server's reason; nothing goes before the person says so. */
export function Troubles({ troubles, results }: Props): ReactElement {
  const outbox = useSaveQueue();
  return (
    <ul className={styles["troubles"]}>
      {troubles.map(({ place, edit }) => {
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
              Yours: <b className="pc-code">{valueOf(edit.patch)}</b>
              {edit.theirs && (
                <>
                  {" · theirs: "}
                  <b className="pc-code">{valueOf(edit.theirs)}</b>
                </>
              )}
            </span>
            <TroubleButtons edit={edit} onChoose={(choice) => outbox.settle(place, edit, choice)} />
          </li>
        );
      })}
    </ul>
  );
}

export function TroubleButtons({
  edit,
  onChoose,
}: {
  edit: QueuedEdit;
  onChoose: (choice: "mine" | "theirs") => void;
}): ReactElement {
  const isConflict = edit.state === "conflict";
  return (
    <span className={styles["choice"]}>
      <Button size="small" onClick={() => onChoose("mine")}>
        {isConflict ? `Keep mine: ${valueOf(edit.patch)}` : "Retry"}
      </Button>
      <Button size="small" onClick={() => onChoose("theirs")}>
        {isConflict && edit.theirs ? `Take theirs: ${valueOf(edit.theirs)}` : "Give up this edit"}
      </Button>
    </span>
  );
}
