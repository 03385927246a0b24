// The blocks and lines of a page never change their order.
/* oxlint-disable react/no-array-index-key */
import type { Block, TextLine } from "@precount/domain";
import type { ReactElement } from "react";
import { CellGrid } from "./CellGrid.tsx";
import styles from "./Result.module.css";
import type { PlacedItem } from "./placed-item.ts";

type Props = { blocks: readonly Block[]; shown: PlacedItem | null; onShow: (item: PlacedItem | null) => void };

/** The text and tables of a page in reading order. */
export function PageContents({ blocks, shown, onShow }: Props): ReactElement {
  return (
    <div className={styles["contents"]} onMouseLeave={() => onShow(null)}>
      {blocks.map((block, at) => {
        if (block.kind === "table") return <CellGrid key={at} table={block} shown={shown} onShow={onShow} />;
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

const Line = ({ line, shown, onShow }: Omit<Props, "blocks"> & { line: TextLine }): ReactElement => (
  <bdi className={line === shown ? styles["shown"] : undefined} onMouseEnter={() => onShow(line)}>
    {line.text}{" "}
  </bdi>
);
