import { expect, test } from "vitest";
import { IS_EXHAUSTIVE } from "../is-exhaustive.ts";
import { withBrowser } from "../browser.ts";
import { withStack } from "../stack.ts";
import { runHistories } from "./histories.ts";

/** `npm run bench -- editing --histories 2000 --seed 7` does more. */
const HISTORIES = IS_EXHAUSTIVE ? 8 : 1;
const SEED = 20261121;

test("random histories of tabs with lost networks, pages and responses: no saved edit is lost, doubled or overwritten unseen", async () => {
  const wrong: string[] = [];
  const figures = await withStack((stack) =>
    withBrowser((browser) =>
      runHistories({ stack, browser }, { count: HISTORIES, seed: SEED }, (text) => wrong.push(text)),
    ),
  );
  expect(wrong).toEqual([]);
  expect(figures).toMatchObject({ histories: HISTORIES, lost: 0, doubled: 0, overwritten: 0, unlike: 0 });
  expect(figures.conflicts).toBeGreaterThan(0);
}, 240_000);
