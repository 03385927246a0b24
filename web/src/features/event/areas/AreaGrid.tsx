import type { Area } from "@precount/domain";
import { Popover } from "antd";
import { type ReactElement, startTransition, useEffect, useRef, useState } from "react";
import { imageContentsUrl, photoUrl } from "../../../shared/images/photo-url.ts";
import { isFocusFree } from "../../../ui/content.ts";
import { AreaCard } from "./AreaCard.tsx";
import styles from "./Areas.module.css";
import { AreaTile } from "./AreaTile.tsx";
import type { AreaActions } from "./use-area-actions.tsx";
import { tilesOf, useGridKeys } from "./use-grid-keys.ts";
import { useTileHover } from "./use-tile-hover.ts";

type Props = {
  areas: readonly Area[];
  slug: string;
  actions: AreaActions;
  /** The image whose review the user comes back from: its area's tile gets the focus. */
  returnedFrom: string | null;
  /** Shows the next or previous page; false at the last one. */
  onChangePage: (by: 1 | -1) => boolean;
};

/** The tiles of a page, in numeric order. A click or Enter opens the card of an area. See `useGridKeys` for the keys. */
export function AreaGrid({ areas, slug, actions, returnedFrom, onChangePage }: Props): ReactElement {
  const list = useRef<HTMLUListElement>(null);
  const [focusedSid, setFocusedSid] = useState<string | null>(null);
  const hasReturned = useRef(false);
  useEffect(() => {
    if (returnedFrom === null || hasReturned.current) return;
    hasReturned.current = true;
    const sid = areas.find(({ imageSid }) => imageSid === returnedFrom)?.sid;
    const tile = tilesOf(list.current).find(({ dataset }) => dataset["sid"] === sid);
    if (isFocusFree()) tile?.focus({ preventScroll: true });
  }, [areas, returnedFrom]);
  const [openSid, setOpenSid] = useState<string | null>(null);
  const hover = useTileHover();
  const firstSid = areas[0]?.sid;
  const tabStop = areas.some(({ sid }) => sid === focusedSid) ? focusedSid : firstSid;
  const close = (): void => {
    const tile = tilesOf(list.current).find(({ dataset }) => dataset["sid"] === openSid);
    setOpenSid(null);
    tile?.focus();
  };
  const onKeyDown = useGridKeys({ list, firstSid, openSid, onChangePage, onClose: close });
  return (
    // The tiles are the controls; the list handles the events of all of them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      ref={list}
      aria-label="Areas"
      className={styles["grid"]}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => target.dataset["sid"] !== undefined && setFocusedSid(target.dataset["sid"])}
      onClick={({ target }) => {
        const sid = target instanceof Element ? target.closest<HTMLElement>("[data-sid]")?.dataset["sid"] : undefined;
        // A transition can be interrupted by a click on another tile.
        if (sid !== undefined) startTransition(() => setOpenSid(sid));
        hover.end();
      }}
      {...hover.handlers}
    >
      {areas.map((area) => {
        const isOpen = area.sid === openSid;
        return (
          <li key={area.sid} className={styles["cell"]}>
            <AreaTile area={area} isTabStop={area.sid === tabStop} isOpen={isOpen} />
            {isOpen && (
              <AreaPopover onClose={() => setOpenSid(null)}>
                <AreaCard area={area} slug={slug} actions={actions} onClose={close} />
              </AreaPopover>
            )}
            {!isOpen && hover.sid === area.sid && area.imageSid !== null && (
              <img className={styles["peek"]} src={photoUrl(imageContentsUrl(slug, area.imageSid), 320)} alt="" />
            )}
          </li>
        );
      })}
    </ul>
  );
}

const POPOVER_CLASSES = { root: styles["popover"] ?? "" };

function AreaPopover({ children, onClose }: { children: ReactElement; onClose: () => void }): ReactElement {
  return (
    <Popover
      open
      trigger="click"
      placement="bottom"
      classNames={POPOVER_CLASSES}
      // Rendered after its tile in the DOM, so that Tab moves into it.
      getPopupContainer={(anchor) => anchor.parentElement ?? document.body}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      content={children}
    >
      <span className={styles["anchor"]} />
    </Popover>
  );
}
