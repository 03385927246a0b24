import type { ViewportControl } from "@precount/annotator/react";
import type { Image, ImageDetection, Project } from "@precount/domain";
import { App } from "antd";
import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import type { ReviewSearch } from "../../../../shared/paging/search.ts";
import { recognitionServices } from "../recognition/recognition-services.ts";
import { useSaveQueue } from "../saving/save-queue-context.ts";
import { type ReviewPage, ReviewSession } from "./review-session.ts";
import { enterStoredDrafts } from "./stored-drafts.ts";

type Given = {
  project: Project;
  image: Image;
  detection: ImageDetection;
  selected: number | null;
  setSearch: (changes: ReviewSearch) => void;
};

const noAction = (): void => undefined;

/** The session of one detection, for as long as the component that calls this is mounted. */
export function useReviewSession({ project, image, detection, selected, setSearch }: Given): ReviewSession {
  const queue = useSaveQueue();
  const { notification } = App.useApp();
  const [session] = useState(() => {
    const showError = (description: string): void => notification.error({ title: "Error", description });
    const recognition = recognitionServices(image, detection.model.sid, showError);
    const page: ReviewPage = {
      setSearch,
      showOnPhoto: noAction,
      focusPhoto: noAction,
      scrollProof: () => false,
      goToNextDoubtful: () => false,
      openReading: noAction,
    };
    return new ReviewSession({ queue, page, project, image, detection, selected, recognition });
  });
  useLayoutEffect(() => {
    session.update({ project, image, detection });
  }, [session, project, image, detection]);
  useLayoutEffect(() => session.selectFromAddress(selected), [session, selected]);
  useLayoutEffect(() => session.setPage({ setSearch }), [session, setSearch]);
  useEffect(() => session.open(), [session]);
  useEffect(() => enterStoredDrafts(session), [session]);
  return session;
}

/** Lets the session move the photo's view and focus the photo. */
export function useSessionPhoto(
  session: ReviewSession,
  control: ViewportControl,
  photo: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    session.setPage({
      showOnPhoto: ({ rect }) => control.show(rect),
      focusPhoto: () => photo.current?.focus({ preventScroll: true }),
    });
  }, [session, control, photo]);
}
