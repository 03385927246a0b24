import { AREA_STATUS_TITLES, type Area, inCaptureOrder } from "@precount/domain";
import { type CSSProperties, type ReactElement, memo, useLayoutEffect, useRef, useState } from "react";
import { AREA_STATUS_DISPLAY } from "../../../../ui/status-display.tsx";
import styles from "./Wall.module.css";
import { gridShape } from "./grid-shape.ts";

type Props = {
  areas: readonly Area[];
  /** Numbers of the areas with a photo, in the order of their first photos. */
  captured: readonly number[];
};

/**
 * All areas as one picture that fills its box, in the order in which they were photographed (PD-145): the finished part grows from the
 * start, and what was left behind stands out in it.
 */
export function HeatGrid({ areas, captured }: Props): ReactElement {
  const [box, setBox] = useState({ width: 0, height: 0 });
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return undefined;
    const measure = (): void => setBox({ width: current.clientWidth, height: current.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, []);
  const ordered = inCaptureOrder(areas, captured);
  const digits = ordered.reduce((most, { name }) => Math.max(most, name.length), 1);
  const { columns, rows, digitsPx } = gridShape(ordered.length, digits, box);
  // React's type has no custom properties.
  const shape = { "--columns": columns, "--rows": rows, "--digits": `${digitsPx}px` } as CSSProperties;
  const newest = String(captured.at(-1) ?? "");
  return (
    <ol
      ref={list}
      className={styles["heat"]}
      style={shape}
      aria-label="Areas in the order of their photos"
      data-numbers={digitsPx > 0}
    >
      {ordered.map(({ sid, name, status }) => (
        <Tile key={sid} name={name} status={status} isNewest={name === newest} />
      ))}
    </ol>
  );
}

type TileProps = Pick<Area, "name" | "status"> & { isNewest: boolean };

const Tile = memo(function Tile({ name, status, isNewest }: TileProps): ReactElement {
  return (
    <li data-tone={AREA_STATUS_DISPLAY[status].tone} data-status={status} data-newest={isNewest}>
      <span>{name}</span>
      <span className="pc-visually-hidden">{`, ${AREA_STATUS_TITLES[status]}${isNewest ? ", newest photo" : ""}`}</span>
    </li>
  );
});
