/** Runs in the page: whether a click on the middle of an element reaches it. */
export function isOnTop(element: HTMLElement | SVGElement): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}
