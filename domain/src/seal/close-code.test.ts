import { assert, nat, property, uint8Array } from "fast-check";
import { expect, test } from "vitest";
import { closeCodeIn, closeCodeOf, parseCloseCode } from "./close-code.ts";

const hash = uint8Array({ minLength: 32, maxLength: 32 });

test("a close code is stable, and is read with other case, hyphens and look-alike letters", () => {
  const code = closeCodeOf(Uint8Array.from({ length: 32 }, (_, at) => at * 8));
  expect(code).toBe("0041-0610-50R3-GG2Y");
  for (const typed of ["0041061050R3GG2Y", " oo4I-o6lo-5or3-gg2y ", "0041 0610 50R3 GG2Y"]) {
    expect(parseCloseCode(typed)).toEqual({ ok: true, value: code });
  }
  expect(parseCloseCode("0041-0610")).toMatchObject({ ok: false, reason: expect.stringContaining("16 letters") });
});

test("every wrong symbol and every two symbols that changed places are noticed", () => {
  const place = nat({ max: 15 });
  assert(
    property(hash, place, place, nat({ max: 31 }), (bytes, a, b, other) => {
      const code = closeCodeOf(bytes).replaceAll("-", "");
      const wrong = code.slice(0, a) + "0123456789ABCDEFGHJKMNPQRSTVWXYZ".charAt(other) + code.slice(a + 1);
      expect(parseCloseCode(wrong).ok).toBe(wrong === code);
      const symbols = Array.from(code);
      [symbols[a], symbols[b]] = [symbols[b] ?? "", symbols[a] ?? ""];
      expect(parseCloseCode(symbols.join("")).ok).toBe(symbols.join("") === code);
    }),
  );
});

test("finds the close code in a file's name, also in one that a browser numbered", () => {
  assert(
    property(hash, (bytes) => {
      const code = closeCodeOf(bytes);
      expect(closeCodeIn(`Precount report – Spring – v1 – ${code} (2).csv`)).toBe(code);
    }),
  );
  expect(closeCodeIn("Precount report – ABCD-EFGH-JKMN-PQRS – v1.csv")).toBeNull();
  expect(closeCodeIn("report.csv")).toBeNull();
});
