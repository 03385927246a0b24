import { makePatch } from "@precount/domain";
import type { Page } from "@playwright/test";
import { NIGHTLY } from "./support/is-exhaustive.ts";
import { pdfOf } from "./support/documents.ts";
import { fontMismatch } from "./support/font-check.ts";
import { createSmallPhotos } from "./support/photos.ts";
import { signInByApi, createEventByApi, uploadPhotosByApi } from "./support/prepare-by-api.ts";
import { pushPatches } from "./support/review.ts";
import { fetchImage, fetchImages, mutate, sessionHeaders } from "./support/api.ts";
import { createUser } from "./support/users.ts";
import { type RunningServer, expect, test } from "./support/server.ts";

/*
 * Compares the main screens with the screenshots in e2e/visual-baselines: light on a desktop, dark on a phone. After an intended change run
 * `script/update-visual-baselines`, look at the new screenshots and commit them with the change. A failure writes the expected image, the actual image
 * and their difference to test-results/.
 */

/** The fake model returns the same results for every photo. */
test.use({ serverEnv: { FAKE_MODEL: "true" } });

type Ids = { image: string; report: string };
type Screen = {
  name: string;
  path: (ids: Ids) => string;
  /** Visible once the page is complete. */
  words: string | RegExp;
  /** Visible once the figures of other requests are shown too. */
  figures?: readonly string[];
  /** Whether there is a phone screenshot too: only if the phone layout is more than a narrower desktop layout. */
  isOnPhone?: true;
};

/** In the header of an event: the job that finds pairs of stickers runs after the detections. */
const EVENT_FIGURES = ["6 pairs of stickers in two photos", "Radar · 7"];

const SCREENS: readonly Screen[] = [
  { name: "home", path: () => "/", words: "Active events", isOnPhone: true },
  { name: "events", path: () => "/projects", words: "Autumn count", isOnPhone: true },
  {
    name: "images",
    path: () => "/projects/spring-count/eventImages",
    words: "05.jpg",
    figures: EVENT_FIGURES,
    isOnPhone: true,
  },
  {
    name: "review",
    path: ({ image }) => `/projects/spring-count/eventImages/images/${image}`,
    words: "1 of 2 doubtful",
    isOnPhone: true,
  },
  {
    name: "areas",
    path: () => "/projects/spring-count/areas",
    words: /of 24 areas/,
    figures: EVENT_FIGURES,
    isOnPhone: true,
  },
  { name: "wall", path: () => "/projects/spring-count/areas/wall", words: "Not photographed" },
  { name: "statistics", path: () => "/projects/spring-count/eventImages/stats", words: "All 5 images" },
  {
    name: "report",
    path: ({ report }) => `/projects/autumn-count/reports/${report}`,
    words: "456789",
    isOnPhone: true,
  },
  { name: "settings", path: () => "/projects/spring-count/settings", words: "Save groups" },
  { name: "tasks", path: () => "/pages/spring-count/tasks", words: "Processed successfully", isOnPhone: true },
  { name: "users", path: () => "/users", words: "Mia Schmidt" },
];

/** every-route.spec.ts opens the most colorful screens in the dark theme in each run, and phone-and-tablet.spec.ts others on a phone. */
const WAYS = {
  "light at a desk": {
    colorScheme: "light",
    viewport: { width: 1440, height: 900 },
    hasTouch: false,
    isNightly: false,
  },
  "dark on a phone": { colorScheme: "dark", viewport: { width: 390, height: 844 }, hasTouch: true, isNightly: true },
} as const;

const life: Ids = { image: "", report: "" };

test.beforeAll(async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.url });
  server.secrets.watch(context);
  Object.assign(life, await someLife(await context.newPage(), server));
  await server.secrets.keep(context);
  await context.close();
});

for (const [title, way] of Object.entries(WAYS)) {
  test.describe(title, () => {
    const { isNightly, ...look } = way;
    test.use(look);
    test(`the main screens look as they did, ${title}`, { tag: isNightly ? NIGHTLY : [] }, async ({ page }) => {
      await page.goto("/login");
      const reason = await fontMismatch(page);
      test.skip(reason !== null, reason ?? "");
      await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
      await expectLook(page, `login-${way.colorScheme}`);
      await signInByApi(page);
      for (const { name, path, words, figures = [], isOnPhone } of SCREENS) {
        if (way.hasTouch && !isOnPhone) continue;
        await page.goto(path(life));
        for (const text of [words, ...figures])
          await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
        await expectLook(page, `${name}-${way.colorScheme}`);
      }
    });
  });
}

/**
 * Hides content that differs between runs without moving the layout: times, the speed of an event, the version, the blinking caret,
 * the close code and the key of a seal, and photos, which have their own tests.
 */
const UNSEEN = `
  time, footer, [aria-label="Pace"] dd, img[alt^="Photo "] { visibility: hidden; }
  li figure [aria-hidden] { visibility: hidden; }
  section[aria-label$="by hour"] *, p:has([aria-label="Copy the close code"]) * { visibility: hidden; }
  * { caret-color: transparent !important; }
`;

async function expectLook(page: Page, name: string): Promise<void> {
  // Playwright's own options (stylePath, caret) add inline styles, which the Content-Security-Policy blocks.
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, UNSEEN);
  // Soft assertions, so that one run lists every changed screen. On one machine no pixel differs; a moved button changes hundreds.
  await expect.soft(page).toHaveScreenshot(`${name}.png`, { caret: "initial", maxDiffPixels: 100 });
}

/** One event in progress and one completed event. */
async function someLife(page: Page, server: RunningServer): Promise<Ids> {
  await signInByApi(page);
  const headers = await sessionHeaders(page);
  const slug = await createEventByApi(page, "Spring count");
  const pdf = await pdfOf(page.context(), "delivery-note.pdf", "Delivery note", [["Code", "Quantity"]]);
  const url = `/api/tasks/eventId/${slug}/projectId/${slug}/create`;
  expect((await page.request.post(url, { headers, multipart: { file: pdf } })).status()).toBe(200);
  await createUser(server, "Mia Schmidt", { email: "mia@precount.test" });
  await mutate(page, "area.createRange", { project: { slug }, from: 1, to: 24 });
  await mutate(page, "area.voidRange", { project: { slug }, from: 9, to: 10, reason: null });
  await uploadPhotosByApi(page, slug, createSmallPhotos(5));
  const sid = new Map((await fetchImages(page, slug)).map((image) => [image.name, image.sid]));
  await mutate(page, "image.validateImages", { images: [{ sid: sid.get("01.jpg") }] });
  await mutate(page, "image.rejectImage", { sid: sid.get("02.jpg") });
  const image = sid.get("03.jpg") ?? "";
  const [detection] = (await fetchImage(page, slug, image)).detections;
  const stickers = (detection?.results ?? []).flatMap(({ label }, index) => (label === "sticker" ? index : []));
  const [first = 0, second = 0] = stickers;
  await pushPatches(page, detection?.sid ?? "", [makePatch.code(first, "1234"), makePatch.quantity(second, "0")]);
  return { image, report: await countedEvent(page) };
}

async function countedEvent(page: Page): Promise<string> {
  const slug = await createEventByApi(page, "Autumn count");
  await uploadPhotosByApi(page, slug, createSmallPhotos(2));
  const images = (await fetchImages(page, slug)).map(({ sid }) => ({ sid }));
  await mutate(page, "image.validateImages", { images });
  const { report } = await mutate<{ report: { sid: string } }>(page, "project.completeProject", { slug });
  return report.sid;
}
