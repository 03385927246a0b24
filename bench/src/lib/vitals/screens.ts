import type { Page } from "playwright-core";
import { press, pressKey, type } from "./person.ts";
import type { VitalsWorld } from "./world.ts";

/** A frequently used screen: its address, an element that proves it is shown, and an interaction. */
export type MainScreen = {
  path: (world: VitalsWorld) => string;
  /** Its heading, or another element that is only on this screen. */
  ready: (page: Page, world: VitalsWorld) => Promise<void>;
  act: (page: Page) => Promise<void>;
};

const heading =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole("heading", { name, level: 1 }).waitFor();

const search =
  (name: string, words: string) =>
  async (page: Page): Promise<void> => {
    await press(page, page.getByRole("searchbox", { name }));
    await type(page, words);
    await pressKey(page, "Tab");
  };

const button = (page: Page, name: string | RegExp): Promise<void> =>
  press(page, page.getByRole("button", { name }).first());

const fill = async (page: Page, label: string, words: string): Promise<void> => {
  await press(page, page.getByLabel(label, { exact: true }));
  await type(page, words);
};

/** Opens and closes an element. */
const menu = async (page: Page, name: string | RegExp): Promise<void> => {
  await button(page, name);
  await page.getByRole("menu").last().waitFor();
  await pressKey(page, "Escape");
};

const row = (page: Page): Promise<void> => page.locator("tbody tr.ant-table-row").first().waitFor();

export const MAIN_SCREENS = {
  login: {
    path: () => "/login",
    ready: (page) => page.getByLabel("Password", { exact: true }).waitFor(),
    act: async (page) => {
      await fill(page, "E-mail", "somebody@store.example");
      await fill(page, "Password", "not this one");
    },
  },
  home: { path: () => "/", ready: heading(/^Welcome/), act: (page) => menu(page, /^User menu of/) },
  events: {
    path: () => "/projects",
    ready: row,
    act: async (page) => {
      await search("Search events", "count")(page);
      await row(page);
    },
  },
  photos: {
    path: ({ slug }) => `/projects/${slug}/eventImages`,
    ready: row,
    act: async (page) => {
      await menu(page, "More actions");
      await press(page, page.getByRole("checkbox").nth(1));
      await search("Search images", "10")(page);
      await row(page);
    },
  },
  upload: {
    path: ({ slug }) => `/projects/${slug}/eventImages/upload`,
    ready: heading("Upload images"),
    act: (page) => menu(page, /^User menu of/),
  },
  review: {
    path: ({ slug, image }) => `/projects/${slug}/eventImages/images/${image.sid}`,
    ready: async (page, { image }) => {
      await page.getByRole("img", { name: `Photo ${image.name}` }).waitFor();
      await page
        .getByRole("textbox", { name: /^Code of/ })
        .first()
        .waitFor();
    },
    act: async (page) => {
      await press(page, page.getByRole("textbox", { name: /^Code of/ }).first());
      await page.keyboard.press("Control+a");
      await type(page, "123456");
      await pressKey(page, "Enter");
      await pressKey(page, "Tab");
      await press(page, page.getByRole("tab", { name: "Table" }));
      await press(page, page.getByRole("tab", { name: "Picture" }));
    },
  },
  areas: {
    path: ({ slug }) => `/projects/${slug}/areas`,
    ready: (page) => page.getByRole("button", { name: /^Area 1,/ }).waitFor(),
    act: async (page) => {
      await button(page, /^Area 7,/);
      await page.getByRole("dialog", { name: "Area 7" }).waitFor();
      await pressKey(page, "Escape");
      await search("Search areas", "12")(page);
    },
  },
  statistics: {
    path: ({ slug }) => `/projects/${slug}/eventImages/stats`,
    ready: row,
    act: search("Search images", "10"),
  },
  report: {
    path: ({ reported, reportSid }) => `/projects/${reported}/reports/${reportSid}`,
    ready: heading(/^Precount report/),
    act: async (page) => {
      await button(page, "Download Export");
      await page.getByRole("dialog").waitFor();
      await pressKey(page, "Escape");
    },
  },
  settings: {
    path: ({ slug }) => `/projects/${slug}/settings`,
    ready: (page) => page.getByLabel("Rejection Threshold").waitFor(),
    act: (page) => fill(page, "Rejection Threshold", "5"),
  },
  users: { path: () => "/users", ready: row, act: search("Search users", "bench") },
  pages: { path: () => "/pages", ready: heading("Pages"), act: (page) => menu(page, /^User menu of/) },
  experiments: {
    path: () => "/experiments",
    ready: heading("Experiments"),
    act: (page) => menu(page, /^User menu of/),
  },
} satisfies Record<string, MainScreen>;
