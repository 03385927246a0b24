import { describe, expect, it } from "vitest";
import { type PressedKey, chordText, chordsOf, typesText } from "./chord.ts";

const press = (key: string, code: string, held: Partial<PressedKey> = {}): PressedKey => ({
  key,
  code,
  ctrl: false,
  alt: false,
  shift: false,
  meta: false,
  altGraph: false,
  isComposing: false,
  ...held,
});

describe("the meanings of a pressed key", () => {
  it.each([
    ["a letter in either case", press("s", "KeyS"), ["S"]],
    ["a letter with the shift lock on", press("S", "KeyS"), ["S"]],
    ["a capital", press("S", "KeyS", { shift: true }), ["Shift+S"]],
    ["a character that implies Shift", press("?", "Slash", { shift: true }), ["?"]],
    ["a letter is where it is printed (French Z on the W key)", press("z", "KeyW", { ctrl: true }), ["Ctrl+Z"]],
    ["a Russian keyboard writes no S: the key counts", press("ы", "KeyS"), ["S"]],
    ["a French digit row without Shift", press("&", "Digit1"), ["&", "1"]],
    ["Option writes another character on a Mac", press("¡", "Digit1", { alt: true }), ["Alt+1"]],
    [
      "AltGr types a bracket on a German keyboard",
      press("[", "Digit8", { ctrl: true, alt: true, altGraph: true }),
      ["[", "8"],
    ],
    ["the number pad's plus, else any plus", press("+", "NumpadAdd"), ["NumpadAdd", "+"]],
    ["the number pad's digits and Enter are the others", press("7", "Numpad7"), ["7"]],
    ["Enter of the number pad", press("Enter", "NumpadEnter", { ctrl: true }), ["Ctrl+Enter"]],
    ["arrows", press("ArrowLeft", "ArrowLeft", { shift: true }), ["Shift+ArrowLeft"]],
    ["the space bar", press(" ", "Space"), ["Space"]],
    ["only a modifier", press("Control", "ControlLeft", { ctrl: true }), []],
    ["a word that is being composed", press("Enter", "Enter", { isComposing: true }), []],
    ["a dead key", press("Dead", "BracketLeft"), []],
    ["the Windows key", press("s", "KeyS", { meta: true }), []],
  ])("%s", (_, given, chords) => {
    expect(chordsOf(given, false)).toEqual(chords);
  });

  it("reads Command as Ctrl on a Mac", () => {
    expect(chordsOf(press("z", "KeyZ", { meta: true, shift: true }), true)).toEqual(["Ctrl+Shift+Z"]);
  });
});

it("leaves the keys that type, delete and move the caret to a field", () => {
  const own = [
    "S",
    "Shift+S",
    "1",
    "+",
    "?",
    "Backspace",
    "Delete",
    "ArrowLeft",
    "Shift+ArrowRight",
    "Home",
    "Ctrl+ArrowLeft",
    "Space",
  ];
  const others = [
    "Enter",
    "Tab",
    "Escape",
    "ArrowDown",
    "NumpadAdd",
    "NumpadDivide",
    "Alt+1",
    "Ctrl+Enter",
    "Ctrl+Z",
    "Shift+Enter",
  ];
  expect(own.filter((chord) => !typesText(chord))).toEqual([]);
  expect(others.filter((chord) => typesText(chord))).toEqual([]);
  // A field for digits leaves letters and signs to commands.
  expect(own.filter((chord) => !typesText(chord, true))).toEqual(["S", "Shift+S", "+", "?"]);
});

it("writes a key with the symbols of a keyboard", () => {
  expect(["Ctrl+Shift+Z", "Shift+ArrowLeft", "NumpadAdd", "Ctrl++"].map((chord) => chordText(chord, false))).toEqual([
    "Ctrl+Shift+Z",
    "Shift+←",
    "Num +",
    "Ctrl++",
  ]);
  expect(chordText("Ctrl+Shift+Z", true)).toBe("⌘⇧Z");
});
