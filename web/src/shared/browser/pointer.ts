/** What the last press or move came from: fingers leave no pointer behind that could hover. */
let isFinger = false;
const note = ({ pointerType }: PointerEvent): void => void (isFinger = pointerType === "touch");
for (const type of ["pointerdown", "pointermove"] as const) {
  addEventListener(type, note, { capture: true, passive: true });
}

/** Whether the person is touching the screen just now, also on a machine that has a mouse as well. */
export const isTouching = (): boolean => isFinger;
