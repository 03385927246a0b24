import { type ImageListItem, type MainImageAction, type Project, imageCan, mainImageAction } from "@precount/domain";
import { useNavigate } from "@tanstack/react-router";
import { type ReactElement, memo } from "react";
import { toImage, useEventSection } from "../../../shared/images/event-section.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { type Action, ActionMenu } from "../../../ui/ActionMenu.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import styles from "./Images.module.css";

/** What a row can have done to its image. */
export type ImageVerbs = {
  change: (verb: "validate" | "reject" | "recover", sid: string) => void;
  detect: (sid: string) => void;
  retry: (imageSid: string, jobId: string) => void;
};
type Props = {
  event: Project;
  image: ImageListItem;
  verbs: ImageVerbs;
  /** Then the main action is the first of the menu. */
  isPhone: boolean;
};

const TITLES: Readonly<Record<MainImageAction, string>> = {
  retry: "Retry",
  recover: "Recover",
  validate: "Validate",
  review: "Review",
};

/** The one thing to do with an image, by its state, and a menu with the rest. */
export const RowActions = memo(({ event, image, verbs, isPhone }: Props): ReactElement => {
  const navigate = useNavigate();
  const place = useEventSection();
  const { sid, name, job } = image;
  const main = mainImageAction(image);
  const detectReason = reasonOf(imageCan.detect(image, event));
  const acts: Readonly<Record<MainImageAction, { reason: string | null; run: () => void }>> = {
    retry: { reason: detectReason, run: () => job && verbs.retry(sid, job.id) },
    recover: { reason: reasonOf(imageCan.recover(image, event)), run: () => verbs.change("recover", sid) },
    // Its detections are not here: the server looks at them.
    validate: { reason: reasonOf(imageCan.edit(image, event)), run: () => verbs.change("validate", sid) },
    review: {
      reason: null,
      run: () => void navigate(toImage(place, event.slug, sid)),
    },
  };
  const rejection: Action = {
    key: "reject",
    title: "Reject",
    danger: true,
    reason: reasonOf(imageCan.reject(image, event)),
    run: () => verbs.change("reject", sid),
  };
  return (
    // A click on the row opens the photo; one in here does not. The buttons are what is pressed.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <span className={styles["actions"]} onClick={(click) => click.stopPropagation()}>
      {!isPhone && (
        <ReasonButton
          size="small"
          className={styles["mainAction"] ?? ""}
          aria-label={`${TITLES[main]} ${name}`}
          reason={acts[main].reason}
          onClick={acts[main].run}
        >
          {TITLES[main]}
        </ReasonButton>
      )}
      <ActionMenu
        label={`Actions for ${name}`}
        actions={[
          ...(isPhone ? [{ key: "main", title: TITLES[main], ...acts[main] }] : []),
          ...(main === "review" ? [] : [{ key: "review", title: TITLES.review, ...acts.review }]),
          ...(job?.state === "retrying" ? [{ key: "retry", title: "Retry now", ...acts.retry }] : []),
          ...(image.status === "rejected" ? [] : [rejection]),
          { key: "detect", title: "Detect Objects", reason: detectReason, run: () => verbs.detect(sid) },
          {
            key: "download",
            title: "Download photo",
            reason: null,
            run: () => void window.open(`/api/images/${sid}/download`, "_blank", "noopener"),
          },
        ]}
      />
    </span>
  );
});
