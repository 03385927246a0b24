import type { ReviewTab } from "../../../../shared/paging/search.ts";
import { startReview } from "../session/navigation.ts";
import { discardOrRecover } from "../session/result-actions.ts";
import type { Visibility } from "../session/review-state.ts";
import { useReview, useSession } from "../session/session-context.ts";
import { useReviewKeys } from "./review-keys.ts";

/** The keys for what is drawn on the photo and what is shown beside it. */
export function useViewKeys(tab: ReviewTab): void {
  const session = useSession();
  const isPanelOpen = useReview(({ visibility }) => visibility.panel);
  const toggle = (part: keyof Visibility) => (): void =>
    session.setVisibility({ [part]: !session.get().visibility[part] });
  const toggleTab = (chosen: ReviewTab) => (): void => {
    session.setVisibility({ panel: true });
    session.page.setSearch({ tab: tab === chosen ? "picture" : chosen });
  };
  useReviewKeys({
    "show.stickers": toggle("stickers"),
    "show.shelves": toggle("shelves"),
    "show.discarded": toggle("discarded"),
    "view.panel": toggle("panel"),
    "view.table": toggleTab("table"),
    "view.debug": toggleTab("debug"),
    // While the panel shows its cards, it handles these two itself.
    ...(isPanelOpen && tab === "picture"
      ? {}
      : {
          "doubt.next": () => startReview(session),
          "label.discard": ({ isRepeat }) => (isRepeat ? undefined : discardOrRecover(session)),
        }),
  });
}
