import type { Rect } from "@precount/domain";
import type { ReactElement } from "react";
import { rotationTransform } from "./rotation-transform.ts";

type Props = { rect: Rect; initials: string; color: string };

/** Distance from the box, CSS pixels, so that the box's own outline stays visible. */
const OUTSIDE_PX = 5;
const TAG = { height: 16, letter: 7.5, padding: 8, font: 11 } as const;

const px = (count: number): string => `calc(${count} * var(--px))`;

/** Outline and initials of another person who works on this box. It ignores the pointer. */
export function PresenceOutline({ rect, initials, color }: Props): ReactElement {
  const { x, y, width, height, angle = 0 } = rect;
  // SVG attributes do not accept `calc`; CSS properties do.
  const around = {
    x: `calc(${x}px - ${OUTSIDE_PX} * var(--px))`,
    y: `calc(${y}px - ${OUTSIDE_PX} * var(--px))`,
    width: `calc(${width}px + ${2 * OUTSIDE_PX} * var(--px))`,
    height: `calc(${height}px + ${2 * OUTSIDE_PX} * var(--px))`,
    rx: px(3),
  };
  const tagWidth = initials.length * TAG.letter + TAG.padding;
  const tag = {
    x: `calc(${x + width}px - ${tagWidth - OUTSIDE_PX} * var(--px))`,
    y: `calc(${y}px - ${OUTSIDE_PX + TAG.height} * var(--px))`,
  };
  return (
    <g aria-hidden transform={rotationTransform(rect, angle)} style={{ pointerEvents: "none" }}>
      <rect fill="none" stroke="#fff" strokeOpacity={0.85} style={{ ...around, strokeWidth: px(4) }} />
      <rect fill="none" stroke={color} style={{ ...around, strokeWidth: px(2) }} />
      <rect fill={color} style={{ ...tag, width: px(tagWidth), height: px(TAG.height), rx: px(3) }} />
      <text
        fill="#fff"
        fontWeight={600}
        textAnchor="middle"
        style={{
          transform: `translate(calc(${x + width}px - ${tagWidth / 2 - OUTSIDE_PX} * var(--px)), calc(${y}px - ${OUTSIDE_PX + 4} * var(--px)))`,
          fontSize: px(TAG.font),
          fontFamily: "var(--pc-mono, monospace)",
        }}
      >
        {initials}
      </text>
    </g>
  );
}
