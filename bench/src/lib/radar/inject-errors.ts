import { type DrawnSticker, type DrawnStore, type Random, pick, randomCode } from "./draw-store.ts";

/** An error that was put into a count, with the codes and areas that it affects. */
export type InjectedError = {
  name: string;
  codes: ReadonlySet<string>;
  areas: ReadonlySet<number>;
  /** The wrong units times their price. */
  impact: number;
};

type Injection = { store: DrawnStore; random: Random };
type Kind = { name: string; inject: (given: Injection) => Omit<InjectedError, "name"> };

const priceOf = ({ items }: DrawnStore, code: string): number => items.get(code)?.unitPrice ?? 4.5;
const none: ReadonlySet<number> = new Set();

/** A sticker whose value is in the lowest, middle or highest third, so that errors of every amount occur. */
function chooseSticker({ store, random }: Injection, third: number): DrawnSticker {
  const listed = store.stickers.filter(({ code }) => store.items.get(code)?.active);
  const sorted = listed.toSorted((a, b) => a.quantity * priceOf(store, a.code) - b.quantity * priceOf(store, b.code));
  const size = Math.floor(sorted.length / 3);
  return pick(random, sorted.slice(third * size, (third + 1) * size));
}

/** Writes another quantity on a sticker. */
function writeQuantity({ store }: Injection, sticker: DrawnSticker, quantity: number): Omit<InjectedError, "name"> {
  const impact = Math.abs(quantity - sticker.quantity) * priceOf(store, sticker.code);
  sticker.quantity = quantity;
  return { codes: new Set([sticker.code]), areas: none, impact };
}

/** Reads another code on a sticker: units move from one code to the other. */
function writeCode({ store }: Injection, stickers: readonly DrawnSticker[], code: string): Omit<InjectedError, "name"> {
  const [first] = stickers;
  const codes = new Set([first?.code ?? "", code]);
  const impact = stickers.reduce((sum, { quantity, code: from }) => sum + quantity * priceOf(store, from), 0);
  for (const sticker of stickers) sticker.code = code;
  return { codes, areas: none, impact };
}

const transposed = (digits: string, random: Random): string => {
  const at = Math.floor(random() * (digits.length - 1));
  return `${digits.slice(0, at)}${digits[at + 1]}${digits[at]}${digits.slice(at + 2)}`;
};
const misread = (digits: string, at: number, random: Random): string => {
  const digit = digits[at] ?? "0";
  const others = "123456789".replace(digit, "");
  return digits.slice(0, at) + pick(random, others.split("")) + digits.slice(at + 1);
};

/** Leaves out a share of an area's stickers: a photo that shows only a part of it, or none of its stickers. */
function loseStickers({ store, random }: Injection, share: number): Omit<InjectedError, "name"> {
  const byArea = Map.groupBy(store.stickers, ({ area }) => area);
  const [area, own] = pick(
    random,
    [...byArea].filter(([, stickers]) => stickers.length >= 5),
  );
  const lost = new Set(own.filter(() => random() < share));
  store.stickers = store.stickers.filter((sticker) => !lost.has(sticker));
  return affected(store, [...lost], [area]);
}

const affected = (
  store: DrawnStore,
  stickers: readonly DrawnSticker[],
  areas: number[],
): Omit<InjectedError, "name"> => ({
  codes: new Set(stickers.map(({ code }) => code)),
  areas: new Set(areas),
  impact: stickers.reduce((sum, { quantity, code }) => sum + quantity * priceOf(store, code), 0),
});

/** Counts the stickers of one area in another one too, as if a photo was linked to the wrong area. */
function repeatStickers({ store, random }: Injection, share: number): Omit<InjectedError, "name"> {
  const byArea = Map.groupBy(store.stickers, ({ area }) => area);
  const [, own] = pick(
    random,
    [...byArea].filter(([, stickers]) => stickers.length >= 5),
  );
  const target = Math.floor(random() * store.areas.length);
  const copies = own.filter(() => random() < share).map(({ code, quantity }) => ({ code, quantity, area: target }));
  store.stickers.push(...copies);
  return affected(store, copies, [target]);
}

/** Voids an area that has stock. */
function voidArea({ store, random }: Injection): Omit<InjectedError, "name"> {
  const byArea = Map.groupBy(store.stickers, ({ area }) => area);
  const [area, own] = pick(
    random,
    [...byArea].filter(([, stickers]) => stickers.length >= 5),
  );
  store.stickers = store.stickers.filter((sticker) => sticker.area !== area);
  const drawn = store.areas[area];
  if (drawn) drawn.isVoided = true;
  return affected(store, own, [area]);
}

/** Loses all stickers of one code. */
function loseCode(given: Injection, third: number): Omit<InjectedError, "name"> {
  const { code } = chooseSticker(given, third);
  const own = given.store.stickers.filter((sticker) => sticker.code === code);
  given.store.stickers = given.store.stickers.filter((sticker) => sticker.code !== code);
  return affected(given.store, own, []);
}

function misreadAsListed(given: Injection, third: number): Omit<InjectedError, "name"> {
  const sticker = chooseSticker(given, third);
  const { code } = pick(
    given.random,
    given.store.stickers.filter((candidate) => candidate.code !== sticker.code),
  );
  return writeCode(given, [sticker], code);
}

function misreadAsUnlisted(given: Injection, third: number, isForAll: boolean): Omit<InjectedError, "name"> {
  const sticker = chooseSticker(given, third);
  const { code } = sticker;
  let wrong = misread(code, Math.floor(given.random() * 6), given.random);
  while (given.store.items.has(wrong)) wrong = randomCode(given.random);
  const stickers = given.store.stickers.filter((candidate) => candidate.code === code);
  return writeCode(given, isForAll ? stickers : [sticker], wrong);
}

/** Three amounts each: an error of a sticker of low, middle and high value. */
const ofEachThird = (name: string, inject: (given: Injection, third: number) => Omit<InjectedError, "name">): Kind[] =>
  ["small", "middle", "large"].map((amount, third) => ({
    name: `${name}, ${amount}`,
    inject: (given) => inject(given, third),
  }));

const writeDigits = (
  given: Injection,
  third: number,
  write: (digits: string) => string,
): Omit<InjectedError, "name"> => {
  const sticker = chooseSticker(given, third);
  return writeQuantity(given, sticker, Math.max(1, Number(write(String(sticker.quantity)))));
};

/** 30 kinds and amounts of errors. Some cost little or nothing by chance, such as two equal digits that are transposed. */
export const ERROR_KINDS: readonly Kind[] = [
  ...ofEachThird("zero too many", (given, third) => writeDigits(given, third, (digits) => `${digits}0`)),
  ...ofEachThird("digit missing", (given, third) =>
    writeDigits(given, third, (digits) => (digits.length > 1 ? digits.slice(0, -1) : digits)),
  ),
  ...ofEachThird("digits transposed", (given, third) =>
    writeDigits(given, third, (digits) => (digits.length > 1 ? transposed(digits, given.random) : digits)),
  ),
  ...ofEachThird("first digit misread", (given, third) =>
    writeDigits(given, third, (digits) => misread(digits, 0, given.random)),
  ),
  ...ofEachThird("digit too many", (given, third) =>
    writeDigits(given, third, (digits) => `${1 + Math.floor(given.random() * 9)}${digits}`),
  ),
  ...ofEachThird("code misread as an unlisted one", (given, third) => misreadAsUnlisted(given, third, false)),
  { name: "all stickers of a code misread", inject: (given) => misreadAsUnlisted(given, 2, true) },
  ...ofEachThird("code misread as a listed one", misreadAsListed),
  { name: "code lost, small", inject: (given) => loseCode(given, 0) },
  { name: "code lost, large", inject: (given) => loseCode(given, 2) },
  { name: "a third of an area lost", inject: (given) => loseStickers(given, 0.35) },
  { name: "most of an area lost", inject: (given) => loseStickers(given, 0.75) },
  { name: "no sticker of an area found", inject: (given) => loseStickers(given, 1) },
  { name: "area counted twice", inject: (given) => repeatStickers(given, 1) },
  { name: "half of an area counted twice", inject: (given) => repeatStickers(given, 0.5) },
  { name: "area voided", inject: voidArea },
];

/** Puts one error of each kind into the count. */
export const injectErrors = (store: DrawnStore, random: Random): InjectedError[] =>
  ERROR_KINDS.map(({ name, inject }) => Object.assign(inject({ store, random }), { name }));
