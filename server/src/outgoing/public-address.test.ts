import { expect, it } from "vitest";
import { TargetError, isPublicAddress, publicLookup, requireAllowedUrl } from "./public-address.ts";

it.each([
  ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1"],
  ["::1", "::", "fe80::1", "fc00::1", "ff02::1", "2001:db8::1"],
  // IPv6 forms that lead to an IPv4 address.
  ["::ffff:127.0.0.1", "::ffff:a00:1", "64:ff9b::7f00:1", "2002:7f00:1::"],
])("PD-162 refuses %s and others", (...addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

it("PD-162 accepts public addresses", () => {
  expect(["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"].every(isPublicAddress)).toBe(true);
});

it.each([
  "http://example.com/",
  "https://127.0.0.1/",
  "https://[::1]/",
  // The same address in other spellings: the URL parser writes all of them as 127.0.0.1.
  "https://2130706433/",
  "https://0x7f.1/",
  "https://017700000001/",
  "https://localhost/",
  "https://receiver.LOCALHOST.:8443/",
])("PD-162 refuses the address %s", (url) => {
  expect(() => requireAllowedUrl(url, false)).toThrow(/not a public address|must begin with https/);
  expect(requireAllowedUrl(url, true).protocol).toMatch(/^https?:$/);
});

const lookUp = (allowPrivate: boolean) =>
  new Promise((resolve) => {
    publicLookup(allowPrivate)("localhost", { all: true }, (error, addresses) => resolve(error ?? addresses));
  });

it("PD-162 a name that resolves to a private address is refused when the socket connects", async () => {
  expect(await lookUp(false)).toBeInstanceOf(TargetError);
  expect(await lookUp(true)).toContainEqual({ address: "127.0.0.1", family: 4 });
});
