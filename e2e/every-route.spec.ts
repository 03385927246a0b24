import { type Page } from "@playwright/test";
import { expectNoSeriousViolations, expectNoSeriousViolationsInDark } from "./support/axe.ts";
import { pdfOf } from "./support/documents.ts";
import { addLearnedModel } from "./support/learned-model.ts";
import { type Router, openScreen } from "./support/open-screen.ts";
import { createSmallPhotos } from "./support/photos.ts";
import { signInByApi, createEventByApi, uploadPhotosByApi } from "./support/prepare-by-api.ts";
import { fetchImage, fetchImages, mutate, sessionHeaders } from "./support/api.ts";
import { IS_EXHAUSTIVE } from "./support/is-exhaustive.ts";
import { expect, testWithFakeModel as test } from "./support/server.ts";

test.setTimeout(600_000);

/** Route parameters of an active, a completed and an archived event. */
type World = Readonly<Record<"work" | "counted" | "old", Readonly<Record<string, string>>>>;
/** `after`: the part of the address after the path. */
type Screen = { of?: keyof World; after?: string; shows: (page: Page) => Promise<void> };

const titled = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
const photo = (page: Page): Promise<void> => expect(page.getByRole("img", { name: "Photo 01.jpg" })).toBeVisible();
const row = (page: Page): Promise<void> =>
  expect(page.getByRole("link", { name: "01.jpg", exact: true })).toBeVisible();

/** Every route with an element that proves that its screen is shown. A new route without a row fails the test. */
const SCREENS: Readonly<Record<string, Screen>> = {
  "/": { shows: titled(/^Welcome/) },
  "/projects": { shows: titled("Events") },
  "/projects/create": { shows: titled("Create event") },
  "/projects/$projectId": { shows: row },
  "/projects/$projectId/eventImages": { shows: row },
  "/projects/$projectId/eventImages/upload": { shows: titled("Upload images") },
  "/projects/$projectId/eventImages/stats": { shows: titled("Image statistics") },
  "/projects/$projectId/eventImages/images/$imageId": { shows: photo },
  "/projects/$projectId/eventImages/proof": { shows: titled(/^Proof sheet/) },
  "/projects/$projectId/areas": {
    shows: (page) => expect(page.getByRole("button", { name: /^Area 12,/ })).toBeVisible(),
  },
  "/projects/$projectId/radar": {
    shows: (page) => expect(page.getByText("Without an item list, the radar")).toBeVisible(),
  },
  "/projects/$projectId/areas/gaps": { shows: titled("Gap list") },
  "/projects/$projectId/areas/images/$imageId": { shows: photo },
  "/projects/$projectId/areas/wall": { shows: (page) => expect(page.getByText("Accepted").first()).toBeVisible() },
  "/projects/$projectId/capture": { shows: titled("In work") },
  "/projects/$projectId/reports/$reportId": { of: "counted", shows: titled(/^Precount report/) },
  "/projects/$projectId/settings": {
    shows: (page) => expect(page.getByLabel("Rejection Threshold")).toBeVisible(),
  },
  "/projects/$projectId/crops": { shows: (page) => expect(page.getByRole("option").first()).toBeVisible() },
  "/projects/$projectId/destinations": { shows: titled(/^Webhooks and deliveries/) },
  "/projects/$projectId/dataset": { shows: titled(/^Labeled images/) },
  "/projects/$projectId/duplicates": { shows: titled(/^Stickers in two photos/) },
  "/projects/$projectId/blind-count": { shows: titled(/^Blind count/) },
  "/projects/$projectId/blind-count/check": {
    shows: (page) => expect(page.getByText("This event has no blind count: start one first.")).toBeVisible(),
  },
  "/projects/$projectId/blind-count/third-looks": { shows: titled("Third looks") },
  "/projects/$projectId/reports/$reportId/certificate": { of: "counted", shows: titled(/^Certificate of/) },
  "/projects/$projectId/history": { shows: titled("History") },
  "/projects/$projectId/items": { shows: titled(/^Item list/) },
  "/projects/$projectId/items/import": { shows: titled("Import item list") },
  "/projects/$projectId/variance": { shows: titled("Variance") },
  "/projects/$projectId/variance/recount": { shows: titled("Recount list") },
  "/archives": { shows: titled("Archives") },
  "/archives/$projectId": { of: "old", shows: row },
  "/archives/$projectId/areas": {
    of: "old",
    shows: (page) => expect(page.getByRole("button", { name: /^Area 12,/ })).toBeVisible(),
  },
  "/archives/$projectId/areas/gaps": { of: "old", shows: titled("Gap list") },
  "/archives/$projectId/images/$imageId": { of: "old", shows: photo },
  "/users": { shows: titled("Users") },
  "/users/create": { shows: titled("Create user") },
  "/users/groups": { shows: titled("Groups") },
  "/users/groups/$groupId/destinations": { shows: titled(/^Webhooks and deliveries/) },
  "/users/groups/$groupId/events": { shows: titled("Events of Everyone") },
  "/users/groups/$groupId/items": { shows: titled(/^Item list/) },
  "/users/groups/$groupId/items/import": { shows: titled("Import item list") },
  "/users/audit": { shows: titled("Audit log") },
  "/account": { shows: titled("Your account") },
  "/account/api": { shows: titled("API") },
  "/issues": { shows: titled("Project issues") },
  "/verify": { shows: titled("Verify a report") },
  "/models": { shows: titled("Models") },
  "/models/learning": { shows: titled("Learning") },
  "/models/learning/$modelId": { shows: titled("A learned model") },
  "/status": { shows: titled("Server status") },
  "/pages": { shows: titled("Pages") },
  "/pages/$pageId": { shows: titled("In work") },
  "/pages/$pageId/tasks": { shows: titled("In work") },
  "/pages/$pageId/tasks/$taskId": { shows: titled(/^Task \d+$/) },
  "/experiments": { shows: titled("Experiments") },
  "/experiments/stickers": { shows: titled("Stickers") },
  "/experiments/extracts": { shows: titled("Extracts") },
  "/second-factor": { shows: titled("Add a second factor") },
  // The following routes are public.
  "/logout": { shows: titled("Signed out") },
  "/login": { shows: (page) => expect(page.getByLabel("Password", { exact: true })).toBeVisible() },
  "/evidence": {
    of: "counted",
    after: "#$evidence",
    shows: (page) => expect(page.getByRole("region", { name: "Stickers" })).toBeVisible(),
  },
  "/msal-spa-response": {
    after: "#error=access_denied&error_description=No",
    shows: (page) => expect(page.getByText("access_denied")).toBeVisible(),
  },
  "/password/reset": { after: "?token=$token", shows: (page) => expect(page.getByLabel("New password")).toBeVisible() },
};

/**
 * The screens with colors of their own: photos, charts, tiles, statuses, values, forms. `script/test-nightly` tests every screen in the
 * dark theme.
 */
const DARK_SCREENS: ReadonlySet<string> = new Set([
  "/",
  "/projects/$projectId/eventImages",
  "/projects/$projectId/eventImages/images/$imageId",
  "/projects/$projectId/eventImages/stats",
  "/projects/$projectId/areas/wall",
  "/projects/$projectId/reports/$reportId",
  "/projects/$projectId/settings",
  "/models/learning/$modelId",
]);
/** Addresses that show the screen of another address with other data. Only `script/test-nightly` opens them. */
const SAME_SCREENS: ReadonlySet<string> = new Set([
  "/projects/$projectId",
  "/projects/$projectId/areas/images/$imageId",
  "/archives/$projectId",
  "/archives/$projectId/areas",
  "/archives/$projectId/areas/gaps",
  "/archives/$projectId/images/$imageId",
  "/users/groups/$groupId/destinations",
  "/users/groups/$groupId/items",
  "/users/groups/$groupId/items/import",
]);
const isTestedInDark = (path: string): boolean => IS_EXHAUSTIVE || DARK_SCREENS.has(path);

test("axe finds nothing serious on any route, and on the most colorful ones in the dark theme", async ({
  page,
  context,
  server,
}) => {
  await signInByApi(page);
  const world: World = {
    work: {
      ...(await eventWith(page, "In work", 2)),
      ...(await taskOf(page, "in-work")),
      token: await invited(page),
      groupId: "everyone",
      modelId: await addLearnedModel(server, "A learned model", "accepted"),
    },
    counted: await counted(page, "Counted"),
    old: await counted(page, "Old"),
  };
  await mutate(page, "project.archiveProject", { slug: world.old["projectId"] });
  await page.goto("/");
  // All routes of the router.
  const routed = await page.evaluate(() =>
    Object.keys((Reflect.get(globalThis, "__TSR_ROUTER__") as Router).routesByPath),
  );
  expect(Object.keys(SCREENS).toSorted()).toEqual(routed.toSorted());

  for (const [path, { of = "work", after = "", shows }] of Object.entries(SCREENS)) {
    if (SAME_SCREENS.has(path) && !IS_EXHAUSTIVE) continue;
    await test.step(path, async () => {
      const address = `${path}${after}`.replaceAll(/\$(\w+)/g, (_, name: string) => world[of][name] ?? "");
      await openScreen(page, address);
      await shows(page);
      if (isTestedInDark(path)) await expectNoSeriousViolationsInDark(page);
      await expectNoSeriousViolations(page);
    });
  }

  async function taskOf(made: Page, projectId: string): Promise<Record<string, string>> {
    const document = await pdfOf(context, "count.pdf", "Counted by hand", [
      ["Code", "Quantity"],
      ["012345", "12"],
    ]);
    const answer = await made.request.post(`/api/tasks/eventId/${projectId}/projectId/${projectId}/create`, {
      headers: await sessionHeaders(made),
      multipart: { file: document },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    const { taskId }: { taskId: number } = await answer.json();
    return { pageId: projectId, taskId: String(taskId) };
  }
});

/** Creates an event with detected photos and areas. */
async function eventWith(page: Page, name: string, photos: number): Promise<Record<string, string>> {
  const slug = await createEventByApi(page, name);
  await mutate(page, "area.createRange", { project: { slug }, from: 1, to: 12 });
  await uploadPhotosByApi(page, slug, createSmallPhotos(photos));
  const image = (await fetchImages(page, slug)).find(({ name: file }) => file === "01.jpg");
  return { projectId: slug, imageId: image?.sid ?? "" };
}

/** Creates a user without a password and returns the token of the set-password link. */
async function invited(page: Page): Promise<string> {
  const { link } = await mutate<{ link: { url: string } }>(page, "user.createUser", {
    email: "every-route@precount.test",
    name: "Grace Hopper",
    role: "user",
  });
  return new URL(link.url).searchParams.get("token") ?? "";
}

/** Creates an event whose image is approved and completes it. */
async function counted(page: Page, name: string): Promise<Record<string, string>> {
  const { projectId = "", imageId = "" } = await eventWith(page, name, 1);
  const [detection] = (await fetchImage(page, projectId, imageId)).detections;
  await mutate(page, "imageDetection.validateImageDetection", { sid: detection?.sid });
  const { report } = await mutate<{ report: { sid: string } }>(page, "project.completeProject", { slug: projectId });
  const address = { project: { slug: projectId }, reportSid: report.sid };
  const link = { ...address, name: "Controller", expiresInDays: 1 };
  const { token: evidence } = await mutate<{ token: string }>(page, "report.createEvidenceLink", link);
  return { projectId, imageId, reportId: report.sid, evidence };
}
