/*
 * What libraries need to live under the page's policy (docs/security.md). Runs before all of them: vite.config.ts puts it at the head of
 * the first chunk.
 */

/** zod would try whether it may compile its checks; the policy stops that and reports it. This is where zod looks (zod/v4/core). */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/*
 * Ant Design and what it is made of write their styles into `style` elements, and some of them (a dialog's scroll lock, a table's
 * measuring) know no nonce. So each such element gets it where it is made. HTML that somebody slips in is not made here, and stays
 * without.
 */
const pageNonce = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? "";
const createElement = document.createElement.bind(document);
const createElementNS = document.createElementNS.bind(document);

function withNonce<T extends Element>(element: T): T {
  // Some of Ant Design's icons hold an empty one, in SVG.
  if (element instanceof HTMLStyleElement || element instanceof SVGStyleElement) element.nonce = pageNonce;
  return element;
}

/** In place of the document's own. */
function replace(name: string, value: unknown): void {
  Object.defineProperty(document, name, { value, configurable: true, writable: true });
}

if (pageNonce !== "") {
  replace("createElement", (name: string, options?: ElementCreationOptions) => withNonce(createElement(name, options)));
  replace("createElementNS", (space: string | null, name: string, options?: ElementCreationOptions) =>
    withNonce(createElementNS(space, name, options)),
  );
}
