import {
  type ImageListItem,
  type PrimaryImageAction,
  type Project,
  imageCan,
  primaryImageAction,
} from "@precount/domain";
import { useNavigate } from "@tanstack/react-router";
import { type ReactElement, memo } from "react";
import { toImage, useEventSection } from "../../../shared/images/event-section.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { type Action, ActionMenu } from "../../../ui/ActionMenu.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import styles from "./Images.module.css";

/** The actions of a row on its image. */
export type ImageActions = {
  change: (verb: "validate" | "reject" | "recover", sid: string) => void;
  detect: (sid: string) => void;
  retry: (imageSid: string, jobId: string) => void;
};
type Props = {
  event: Project;
  image: ImageListItem;
  actions: ImageActions;
  /** On a phone the main action is the first item of the menu. */
  isPhone: boolean;
};

const TITLES: Readonly<Record<PrimaryImageAction, string>> = {
  retry: "Retry",
  recover: "Recover",
  validate: "Validate",
  review: "Review",
};

/** The main action for the state of the image, and a menu with the others. */
export const RowActions = memo(({ event, image, actions, isPhone }: Props): ReactElement => {
  const navigate = useNavigate();
  const section = useEventSection();
  const { sid, name, job } = image;
  const main = primaryImageAction(image);
  const detectReason = reasonOf(imageCan.detect(image, event));
  const mainActions: Readonly<Record<PrimaryImageAction, { reason: string | null; run: () => void }>> = {
    retry: { reason: detectReason, run: () => job && actions.retry(sid, job.id) },
    recover: { reason: reasonOf(imageCan.recover(image, event)), run: () => actions.change("recover", sid) },
    // The list has no detections: the server checks them.
    validate: { reason: reasonOf(imageCan.edit(image, event)), run: () => actions.change("validate", sid) },
    review: {
      reason: null,
      run: () => void navigate(toImage(section, event.slug, sid)),
    },
  };
  const rejection: Action = {
    key: "reject",
    title: "Reject",
    danger: true,
    reason: reasonOf(imageCan.reject(image, event)),
    run: () => actions.change("reject", sid),
  };
  return (
    // A click between the buttons must not open the photo.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <span className={styles["actions"]} onClick={(click) => click.stopPropagation()}>
      {!isPhone && (
        <ReasonButton
          size="small"
          className={styles["mainAction"] ?? ""}
          aria-label={`${TITLES[main]} ${name}`}
          reason={mainActions[main].reason}
          onClick={mainActions[main].run}
        >
          {TITLES[main]}
        </ReasonButton>
      )}
      <ActionMenu
        label={`Actions for ${name}`}
        actions={[
          ...(isPhone ? [{ key: "main", title: TITLES[main], ...mainActions[main] }] : []),
          ...(main === "review" ? [] : [{ key: "review", title: TITLES.review, ...mainActions.review }]),
          ...(job?.state === "retrying" ? [{ key: "retry", title: "Retry now", ...mainActions.retry }] : []),
          ...(image.status === "rejected" ? [] : [rejection]),
          { key: "detect", title: "Detect Objects", reason: detectReason, run: () => actions.detect(sid) },
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
