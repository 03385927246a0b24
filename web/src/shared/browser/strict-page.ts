/*
 * Prepares libraries for the page's Content-Security-Policy (docs/security.md). Must run before them: vite.config.ts puts it at
 * the start of the first chunk.
 */

/** Without this, zod tries `new Function`, which the policy blocks and reports. zod/v4/core reads this global. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/*
 * Ant Design and its dependencies create `style` elements, some of them without a nonce (the scroll lock of dialogs, the
 * measuring of tables). So every created `style` element gets the nonce. Injected HTML is not created here and gets none.
 */
const pageNonce = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? "";
const createElement = document.createElement.bind(document);
const createElementNS = document.createElementNS.bind(document);

function withNonce<T extends Element>(element: T): T {
  // Some of Ant Design's icons contain an empty SVG style element.
  if (element instanceof HTMLStyleElement || element instanceof SVGStyleElement) element.nonce = pageNonce;
  return element;
}

/** Replaces a method of the document. */
function replace(name: string, value: unknown): void {
  Object.defineProperty(document, name, { value, configurable: true, writable: true });
}

if (pageNonce !== "") {
  replace("createElement", (name: string, options?: ElementCreationOptions) => withNonce(createElement(name, options)));
  replace("createElementNS", (space: string | null, name: string, options?: ElementCreationOptions) =>
    withNonce(createElementNS(space, name, options)),
  );
}
