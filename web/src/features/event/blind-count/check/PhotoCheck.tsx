import type { CheckAnswer, Mark } from "@precount/domain";
import { Button } from "antd";
import { type ReactElement, useState } from "react";
import { PhotoSearch, toggleMark } from "../PhotoSearch.tsx";
import type { ShownCheck } from "../types.ts";
import styles from "./Check.module.css";

type Props = { photo: ShownCheck["photo"]; onAnswer: (answer: CheckAnswer) => void };

/** One whole photo, in which missing stickers are searched. */
export function PhotoCheck({ photo, onAnswer }: Props): ReactElement {
  const [marks, setMarks] = useState<Mark[]>([]);
  const count = marks.length;
  return (
    <>
      <p style={{ margin: 0 }}>Mark each sticker that has no green box.</p>
      <div className={styles["photo"]}>
        <PhotoSearch photo={photo} marks={marks} onMark={(at) => setMarks(toggleMark(marks, at, photo.size))} />
      </div>
      <Button type="primary" size="large" onClick={() => onAnswer({ kind: "photo", marks })}>
        {count === 0 ? "Nothing is missing" : count === 1 ? "1 sticker is missing" : `${count} stickers are missing`}
      </Button>
    </>
  );
}
