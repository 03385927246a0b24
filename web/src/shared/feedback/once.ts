/** The action of a notice: a second click can arrive while the notice closes, and must not run it again. */
export function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}
