import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { filesFor, linksFor } from "./route-files.ts";

const ROUTES = [
  { path: "/", files: ["/assets/home.js"] },
  { path: "/projects/$projectId/eventImages", files: ["/assets/photos.js", "/assets/photos.css"] },
  { path: "/projects/$projectId/$other", files: ["/assets/other.js"] },
  { path: "/projects/create", files: ["/assets/create.js"] },
];

test("an address matches its most specific route", () => {
  expect(filesFor(ROUTES, "/")).toEqual(["/assets/home.js"]);
  expect(filesFor(ROUTES, "/?x=1")).toEqual(["/assets/home.js"]);
  expect(filesFor(ROUTES, "/projects/spring/eventImages?page=2#top")).toContain("/assets/photos.js");
  expect(filesFor(ROUTES, "/projects/create")).toEqual(["/assets/create.js"]);
  expect(filesFor(ROUTES, "/projects/spring/eventImages/more")).toEqual([]);
  expect(filesFor(ROUTES, "//evil.example/projects")).toEqual([]);
});

test("the page's Link header names scripts and styles; without a build there is no header", async () => {
  const root = await mkdtemp(join(tmpdir(), "precount-links-"));
  onTestFinished(() => rm(root, { recursive: true }));
  expect(await linksFor(root, "/")).toBeNull();
  await writeFile(join(root, "route-files.json"), JSON.stringify(ROUTES));
  expect(await linksFor(root, "/projects/a/eventImages")).toBe(
    "</assets/photos.js>; rel=modulepreload, </assets/photos.css>; rel=preload; as=style; crossorigin",
  );
  expect(await linksFor(root, "/nowhere/at/all")).toBeNull();
});
