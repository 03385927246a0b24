import { type AreaImage, type Project, areaCan } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { reasonOf } from "../../../shared/api/reason.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { PhotoPair } from "../../../shared/images/link-photo/PhotoPair.tsx";
import { useDecidePhoto } from "../../../shared/images/link-photo/use-decide-photo.ts";
import { useStableCallback } from "../../../shared/react/use-stable-callback.ts";
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
    <Modal title="Do these photos count?" open={isOpen} onCancel={onClose} footer={null} width={960} destroyOnHidden>
      {isOpen && <Decisions event={event} onDone={onDone} />}
    </Modal>
  );
}

/** The choices with their keys. */
const CHOICES = [
  { key: "1", countsToo: true, title: "Counts too", description: "It shows another part of the area." },
  { key: "2", countsToo: false, title: "Does not count", description: "It shows what the current photo shows." },
] as const;

function Decisions({ event, onDone }: Pick<Props, "event" | "onDone">): ReactElement {
  const { data, isFetching } = useQuery(
    trpc.area.fetchUndecidedPhotos.queryOptions({ project: { slug: event.slug } }, { staleTime: 0 }),
  );
  const { decide, isPending } = useDecidePhoto(event.slug);
  const [last, setLast] = useState<AreaImage | null>(null);
  const reason = reasonOf(areaCan.edit(event));
  const pairs = data?.flatMap(({ area, current, photos }) => photos.map((photo) => ({ area, current, photo })));
  const [pair] = pairs ?? [];
  // An empty list of an earlier visit does not count: new photos may have been approved since.
  const isDone = pairs?.length === 0 && !isFetching;
  useEffect(() => {
    if (isDone && !isPending) onDone();
  }, [isDone, isPending, onDone]);
  const choose = useStableCallback((countsToo: boolean): void => {
    if (pair === undefined || isPending || reason !== null) return;
    setLast(pair.photo);
    decide(pair.photo.sid, countsToo);
  });
  useChoiceKeys(choose);
  const group = useRef<HTMLFieldSetElement>(null);
  const hasPair = pair !== undefined;
  useEffect(() => {
    if (hasPair) group.current?.focus();
  }, [hasPair]);
  if (pair === undefined) return <Loading />;
  const { area, current, photo } = pair;
  return (
    <fieldset ref={group} className={styles["group"]} aria-label={`Photos of area ${area.name}`} tabIndex={-1}>
      <p aria-live="polite">
        Area {area.name} has several approved photos.{" "}
        {pairs?.length === 1 ? "1 decision" : `${pairs?.length} decisions`} left.
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
            {title} <kbd className={styles["key"]}>{key}</kbd>
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

/** The keys of the choices, for any focus in the dialog. */
function useChoiceKeys(choose: (countsToo: boolean) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const choice = CHOICES.find(({ key }) => key === event.key);
      if (choice && !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey) choose(choice.countsToo);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [choose]);
}
