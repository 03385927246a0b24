/** Whether the last pointer event came from touch, which never hovers. */
let isTouch = false;
const onPointer = ({ pointerType }: PointerEvent): void => void (isTouch = pointerType === "touch");
for (const type of ["pointerdown", "pointermove"] as const) {
  addEventListener(type, onPointer, { capture: true, passive: true });
}

/** Whether the user last used touch; devices with a touch screen may also have a mouse. */
export const isTouching = (): boolean => isTouch;
