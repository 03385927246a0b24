import type { Area } from "@precount/domain";
import { Popover } from "antd";
import { type KeyboardEvent, type ReactElement, startTransition, useEffect, useRef, useState } from "react";
import { photoUrl, imageContentsUrl } from "../../../shared/images/photo-url.ts";
import { AreaCard } from "./AreaCard.tsx";
import styles from "./Areas.module.css";
import { AreaTile } from "./AreaTile.tsx";
import { nextTile } from "./next-tile.ts";
import type { AreaActions } from "./use-area-actions.tsx";
import { useTileHover } from "./use-tile-hover.ts";

type Props = {
  areas: readonly Area[];
  slug: string;
  actions: AreaActions;
  /** A page on, or back; false where there is none. */
  onTurn: (by: 1 | -1) => boolean;
};

/**
 * The tiles in the order of their numbers. Arrows move between them, Page Up and Down turn the page, Enter opens what can be
 * done with an area, Escape closes it.
 */
export function AreaGrid({ areas, slug, actions, onTurn }: Props): ReactElement {
  const list = useRef<HTMLUListElement>(null);
  const [stop, setStop] = useState<string | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const hover = useTileHover();
  const first = areas[0]?.sid;
  const tabStop = areas.some(({ sid }) => sid === stop) ? stop : first;
  const tiles = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>("[data-sid]") ?? [])];
  const isTurning = useRef(false);
  useEffect(() => {
    // The tile that had the focus is gone with its page.
    if (isTurning.current) list.current?.querySelector<HTMLElement>(`[data-sid="${first}"]`)?.focus();
    isTurning.current = false;
  }, [first]);
  const close = (): void => {
    const tile = tiles().find(({ dataset }) => dataset["sid"] === open);
    setOpen(null);
    tile?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && open !== null) {
      event.stopPropagation();
      close();
      return;
    }
    // What is inside the card has keys of its own.
    const tile = event.target instanceof HTMLElement ? event.target : null;
    if (tile?.dataset["sid"] === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "PageDown" || event.key === "PageUp") {
      event.preventDefault();
      isTurning.current = onTurn(event.key === "PageDown" ? 1 : -1);
      return;
    }
    const next = nextTile(event.key, tile, tiles());
    if (next === null) return;
    event.preventDefault();
    next.focus();
  };
  return (
    // The tiles themselves are what one presses; their list only hears it for all of them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      ref={list}
      aria-label="Areas"
      className={styles["grid"]}
      onKeyDown={press}
      onFocus={({ target }) => target.dataset["sid"] !== undefined && setStop(target.dataset["sid"])}
      onClick={({ target }) => {
        const sid = target instanceof Element ? target.closest<HTMLElement>("[data-sid]")?.dataset["sid"] : undefined;
        // Whoever presses the next one meanwhile is heard.
        if (sid !== undefined) startTransition(() => setOpen(sid));
        hover.end();
      }}
      {...hover.handlers}
    >
      {areas.map((area) => {
        const isOpen = area.sid === open;
        return (
          <li key={area.sid} className={styles["cell"]}>
            <AreaTile area={area} isTabStop={area.sid === tabStop} isOpen={isOpen} />
            {isOpen && (
              <Popover
                open
                trigger="click"
                placement="bottom"
                classNames={CLOSE_TO_EDGES}
                // Beside its tile in the order of the page too, so that Tab goes into it.
                getPopupContainer={(anchor) => anchor.parentElement ?? document.body}
                onOpenChange={(isNow) => !isNow && setOpen(null)}
                content={<AreaCard area={area} slug={slug} actions={actions} onClose={close} />}
              >
                <span className={styles["anchor"]} />
              </Popover>
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

const CLOSE_TO_EDGES = { root: styles["popover"] ?? "" };
