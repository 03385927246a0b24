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

function withNonce(name: string, options?: ElementCreationOptions): HTMLElement {
  const element = createElement(name, options);
  if (element instanceof HTMLStyleElement) element.nonce = pageNonce;
  return element;
}

if (pageNonce !== "")
  Object.defineProperty(document, "createElement", { value: withNonce, configurable: true, writable: true });
