import { type PointerEvent, useEffect, useRef, useState } from "react";

/** A pointer that only crosses a tile asks for nothing. */
const REST_MS = 300;

/** Over which tile a mouse rests. */
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
    if (next !== sid) timer.current = setTimeout(() => setSid(next), REST_MS);
  };
  return { sid, end, handlers: { onPointerOver: over, onPointerLeave: end } };
}
