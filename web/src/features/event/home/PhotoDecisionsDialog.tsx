import { type AreaImage, type Project, areaCan } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { type KeyboardEvent, type ReactElement, useEffect, useState } from "react";
import { reasonOf } from "../../../shared/api/reason.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { PhotoPair } from "../../../shared/images/link-photo/PhotoPair.tsx";
import { useDecidePhoto } from "../../../shared/images/link-photo/use-decide-photo.ts";
import { Loading } from "../../../ui/Loading.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import styles from "./PhotoDecisions.module.css";

type Props = {
  event: Project;
  isOpen: boolean;
  onClose: () => void;
  /** Called when no photo needs a decision any more. */
  onDone: () => void;
};

/** Shows each approved photo that shares its area with another one beside the current photo, and asks whether it counts (PD-67). */
export function PhotoDecisionsDialog({ event, isOpen, onClose, onDone }: Props): ReactElement {
  return (
    <Modal
      title="Do these photos count?"
      open={isOpen}
      onCancel={onClose}
      footer={null}
      width={960}
      // The keys 1 and 2 work without a click into the dialog.
      afterOpenChange={(open) => open && document.getElementById(GROUP_ID)?.focus()}
      destroyOnHidden
    >
      {isOpen && <Decisions event={event} onDone={onDone} />}
    </Modal>
  );
}

const GROUP_ID = "photo-decisions";

/** The choices with their keys. */
const CHOICES = [
  { key: "1", countsToo: true, title: "Counts too", description: "It shows another part of the area." },
  { key: "2", countsToo: false, title: "Does not count", description: "It shows what the current photo shows." },
] as const;

function Decisions({ event, onDone }: Pick<Props, "event" | "onDone">): ReactElement {
  const { data } = useQuery(
    trpc.area.fetchUndecidedPhotos.queryOptions({ project: { slug: event.slug } }, { staleTime: 0 }),
  );
  const { decide, isPending } = useDecidePhoto(event.slug);
  const [last, setLast] = useState<AreaImage | null>(null);
  const reason = reasonOf(areaCan.edit(event));
  const pairs = data?.flatMap(({ area, current, photos }) => photos.map((photo) => ({ area, current, photo })));
  const [pair] = pairs ?? [];
  const isDone = pairs?.length === 0;
  useEffect(() => {
    if (isDone && !isPending) onDone();
  }, [isDone, isPending, onDone]);
  if (pair === undefined) return <Loading />;
  const { area, current, photo } = pair;
  const choose = (countsToo: boolean): void => {
    if (isPending || reason !== null) return;
    setLast(photo);
    decide(photo.sid, countsToo);
  };
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    const choice = CHOICES.find((one) => one.key === key);
    if (choice) choose(choice.countsToo);
  };
  return (
    // The keys work wherever the focus is in the dialog.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      id={GROUP_ID}
      className={styles["group"]}
      aria-label={`Photos of area ${area.name}`}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <p aria-live="polite">
        Area {area.name} has two approved photos. {pairs?.length === 1 ? "1 decision" : `${pairs?.length} decisions`}{" "}
        left.
      </p>
      <PhotoPair
        isLarge
        left={{ title: "Counts (newest)", photo: current }}
        right={{ title: "Does it count too?", photo }}
      />
      <div className={styles["choices"]}>
        {CHOICES.map(({ key, countsToo, title, description }) => (
          <ReasonButton
            key={key}
            reason={reason}
            loading={isPending}
            aria-keyshortcuts={key}
            tooltip={`${description} (${key})`}
            onClick={() => choose(countsToo)}
          >
            {title} <kbd>{key}</kbd>
          </ReasonButton>
        ))}
        <span className="pc-grow" />
        {last !== null && last.sid !== photo.sid && (
          <ReasonButton type="link" reason={reason} loading={isPending} onClick={() => decide(last.sid, null)}>
            Undo the last decision
          </ReasonButton>
        )}
      </div>
      <dl className={styles["meaning"]}>
        {CHOICES.map(({ key, title, description }) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </fieldset>
  );
}
