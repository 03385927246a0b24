// The blocks and lines of a page never change their order.
/* oxlint-disable react/no-array-index-key */
import type { Block, TableBlock, TextLine } from "@precount/domain";
import type { ReactElement } from "react";
import { CellGrid } from "./CellGrid.tsx";
import styles from "./Result.module.css";
import type { PlacedItem } from "./placed-item.ts";

type Props = {
  blocks: readonly Block[];
  shown: PlacedItem | null;
  onShow: (item: PlacedItem | null) => void;
  /** The button that edits a table. */
  editButton: (part: TableBlock) => ReactElement | null;
};

/** The text and tables of a page in reading order. */
export function PageContents({ blocks, shown, onShow, editButton }: Props): ReactElement {
  return (
    <div className={styles["contents"]} onMouseLeave={() => onShow(null)}>
      {blocks.map((block, at) => {
        if (block.kind === "table") {
          return (
            <div key={at}>
              {editButton(block)}
              <CellGrid table={block} shown={shown} onShow={onShow} />
            </div>
          );
        }
        if (block.kind === "picture") return null;
        const marker = block.kind === "listItem" ? `${block.marker} ` : "";
        return (
          <p key={at} className={block.kind === "heading" ? styles["heading"] : undefined}>
            {marker}
            {block.lines.map((line, index) => (
              <Line key={index} line={line} shown={shown} onShow={onShow} />
            ))}
          </p>
        );
      })}
    </div>
  );
}

const Line = ({ line, shown, onShow }: Pick<Props, "shown" | "onShow"> & { line: TextLine }): ReactElement => (
  <bdi className={line === shown ? styles["shown"] : undefined} onMouseEnter={() => onShow(line)}>
    {line.text}{" "}
  </bdi>
);
