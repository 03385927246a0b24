import { type Block, type DocumentPage, type TaskPage, cellAt } from "@precount/domain";
import type { MouseEvent, ReactElement } from "react";
import styles from "./Result.module.css";
import { frameStyle, pagePointAt } from "./page-geometry.ts";
import type { PlacedItem } from "./placed-item.ts";

type Props = {
  page: DocumentPage | undefined;
  picture: TaskPage;
  blocks: readonly Block[];
  shown: PlacedItem | null;
  onShow: (item: PlacedItem | null) => void;
};

/** The picture of a page with a frame around the shown cell or line. The pointer over a cell shows that cell. */
export function PagePicture({ page, picture, blocks, shown, onShow }: Props): ReactElement {
  const size = page?.size ?? null;
  const cells = blocks.flatMap((block) => (block.kind === "table" ? block.cells : []));
  const showAt = (event: MouseEvent<HTMLElement>): void => {
    if (!size) return;
    const { x, y } = pagePointAt(event, event.currentTarget, size);
    onShow(cellAt(cells, x, y) ?? null);
  };
  return (
    <figure className={styles["picture"]}>
      {/* The cells beside it can be focused, so the picture needs no keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={styles["sheet"]} onMouseMove={showAt} onMouseLeave={() => onShow(null)}>
        <img
          key={picture.pictureUrl}
          src={picture.pictureUrl}
          width={picture.width}
          height={picture.height}
          alt={`Page ${picture.number}`}
        />
        {size && shown?.place && (
          <span
            key={`${shown.place.x} ${shown.place.y}`}
            ref={scrollToFrame}
            aria-hidden
            className={styles["frame"]}
            style={frameStyle(shown.place, size)}
          />
        )}
      </div>
    </figure>
  );
}

/** Scrolls the picture, and not the screen, to the frame. On a phone the picture shows a part of the page. */
function scrollToFrame(frame: HTMLElement | null): void {
  const scroller = frame?.closest("figure");
  if (frame && scroller) scroller.scrollTop = frame.offsetTop + frame.offsetHeight / 2 - scroller.clientHeight / 2;
}
