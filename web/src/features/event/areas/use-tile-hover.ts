import { type PointerEvent, useEffect, useRef, useState } from "react";

/** Long enough that a pointer crossing a tile loads no photo. */
const HOVER_DELAY_MS = 300;

/** The tile that the mouse rests on. */
export function useTileHover() {
  const [sid, setSid] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const end = (): void => {
    clearTimeout(timer.current);
    setSid(null);
  };
  const over = ({ target, pointerType }: PointerEvent): void => {
    const tile = target instanceof Element ? target.closest<HTMLElement>("[data-sid]") : null;
    const next = tile?.dataset["sid"] ?? null;
    clearTimeout(timer.current);
    if (pointerType !== "mouse" || next === null) return end();
    if (next !== sid) timer.current = setTimeout(() => setSid(next), HOVER_DELAY_MS);
  };
  return { sid, end, handlers: { onPointerOver: over, onPointerLeave: end } };
}
