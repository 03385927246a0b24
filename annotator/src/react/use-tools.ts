import type { ResultClass, Rect, Size } from "@precount/domain";
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type Store, createStore } from "../store.ts";
import { transition } from "../tools/state-machine.ts";
import { INITIAL_STATE, type ToolContext, type ToolEffect, type ToolEvent, type ToolState } from "../tools/state.ts";
import { createMoveThrottle } from "../tools/throttle-moves.ts";
import { panBy, pinch } from "../viewport.ts";
import type { OverlayBox } from "./overlay-box.ts";
import type { ViewportControl } from "./use-viewport.ts";

/** The editing tools of one photo. The object stays the same as long as the photo is shown. */
export type Tools = {
  store: Store<ToolState>;
  send: (event: ToolEvent) => void;
  /** The context of the state machine; null before the window is laid out. */
  context: () => ToolContext | null;
  /** Whether every drag pans the photo with any tool. */
  pans: RefObject<boolean>;
};

type Options = {
  control: ViewportControl;
  view: Size | null;
  photo: Size;
  boxes: readonly OverlayBox[];
  selected: number | null;
  canEdit: boolean;
  onSelect: (index: number | null) => void;
  /** Opens the fields of a result; null opens the first result in review order. */
  onOpen: (index: number | null) => void;
  /** A box was drawn; null asks for a box of standard size and position. */
  onAdd: (label: ResultClass, rect: Rect | null) => void;
  onChange: (index: number, rect: Rect) => void;
};

/** Runs the state machine: events in, effects out. Each effect runs exactly once and outside of rendering. */
export function useTools(options: Options): Tools {
  const [store] = useState(() => createStore<ToolState>(INITIAL_STATE));
  const pans = useRef(false);
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const context = useCallback((): ToolContext | null => {
    const { control, view, photo, boxes, selected, canEdit } = latest.current;
    const viewport = control.store.get();
    return viewport && view && { photo, view, viewport, boxes, selected, canEdit };
  }, []);
  const apply = useCallback(
    (event: ToolEvent): void => {
      const current = context();
      if (!current) return;
      const { state, effects } = transition(store.get(), event, current);
      store.set(state);
      for (const effect of effects) run(effect, latest.current);
    },
    [context, store],
  );
  const [throttle] = useState(createMoveThrottle);
  const send = useCallback((event: ToolEvent): void => throttle(event, apply), [throttle, apply]);
  return useMemo(() => ({ store, send, context, pans }), [store, send, context]);
}

function run(effect: ToolEffect, { control, onSelect, onOpen, onAdd, onChange }: Options): void {
  switch (effect.type) {
    case "select":
      return onSelect(effect.index);
    case "open":
      return onOpen(effect.index);
    case "add":
      return onAdd(effect.label, effect.rect);
    case "change":
      return onChange(effect.index, effect.rect);
    case "pan":
      return control.change((now, photo, view) => panBy(now, effect.by.x, effect.by.y, photo, view));
    case "pinch":
    default:
      return control.change((now, photo, view) => pinch(now, effect.from, effect.to, photo, view));
  }
}
