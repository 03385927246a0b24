import { expect, it } from "vitest";
import { returnToState } from "./return-to.ts";

it.each(["/projects", "/projects/spring/eventImages?page=2#x", "/loginsomething", "/archives"])(
  "%s is kept as return URL",
  (href) => {
    expect(returnToState(href)).toEqual({ returnTo: href });
  },
);

it.each([
  undefined,
  "",
  "/",
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "projects",
  "/login",
  "/logout?x=1",
  "/password/reset?token=x",
  "/msal-spa-response#code=x",
])("%s is rejected as return URL", (href) => {
  expect(returnToState(href)).toEqual({});
});
