import { BLANK, type Steps } from "./ctc.ts";

/** The letters of each language that are not on a US keyboard, in lower case. Languages with few own letters share an entry. */
const LANGUAGES = [
  "äöüßé", // German
  "àâæçéèêëîïôœùûüÿ", // French
  "áéíóúüñ¡¿", // Spanish
  "ãõáâàçéêíóôúü", // Portuguese
  "àèéìíîòóùú", // Italian
  "àçèéíïòóúü", // Catalan
  "éèëïöüê", // Dutch
  "çğıİöşüâîû", // Turkish
  "ąćęłńóśźż", // Polish
  "åäöéü", // Swedish, Finnish
  "åæøéòóô", // Danish, Norwegian
  "áéíóúýæö", // Icelandic
  "õäöüšž", // Estonian
  "áčďéěíňóřšťúůýžäô", // Czech, Slovak
  "áéíóöőúüű", // Hungarian
  "ăâîșțşţ", // Romanian
  "čćšžđ", // Croatian, Serbian, Slovenian
].map((letters) => new Set(Array.from(letters).flatMap((letter) => [letter, letter.toUpperCase()])));

/** The share of the best letter's probability that a letter of another language has at least, so that one misread letter decides little. */
const MIN_FIT = 0.05;
/** The weight of letters that no likely language of the page has. Foreign words and names have such letters. */
const FOREIGN_WEIGHT = 0.05;
/** English has hardly any such letters; the least share in the other languages, and the weight of their letters on a page with fewer. */
const MIN_FOREIGN_SHARE = 0.01;
const RARE_WEIGHT = 0.1;

/** Letters of languages, and Spanish punctuation; the micro sign and ordinal indicators are signs. */
const isForeign = (char: string): boolean => (/^\p{L}$/u.test(char) && char > "\u00bf") || char === "¡" || char === "¿";

/**
 * The weight of each class of the letter head on a page: letters of other languages than the page's are less likely than the head says, which
 * knows only one line. The language is the one whose letters fit best; with little text, all that fit about as well count.
 * @param lines the class probabilities of each line of the page
 * @param alphabet the character of each class
 */
export function classWeights(lines: readonly Steps[], alphabet: readonly string[]): number[] {
  const foreign = alphabet.flatMap((char, k) => (isForeign(char) ? [k] : []));
  const own = LANGUAGES.map((letters) => foreign.filter((k) => letters.has(alphabet[k] ?? "")));
  const fits = LANGUAGES.map(() => 0);
  const counts = { letters: 0, foreign: 0 };
  for (const { data, offset, count, size } of lines) {
    for (let step = 0; step < count; step++) {
      const row = offset + step * size;
      const best = bestOf(data, row, size);
      if (best !== BLANK) counts.letters++;
      if (best === BLANK || !isForeign(alphabet[best] ?? "")) continue;
      counts.foreign++;
      own.forEach((classes, language) => {
        const probability = classes.reduce((sofar, k) => Math.max(sofar, data[row + k] ?? 0), 0);
        fits[language] = (fits[language] ?? 0) + Math.log(Math.max(MIN_FIT, probability / (data[row + best] ?? 1)));
      });
    }
  }
  const bestFit = Math.max(...fits);
  const fullWeight = counts.foreign < MIN_FOREIGN_SHARE * counts.letters ? RARE_WEIGHT : 1;
  const weights: number[] = alphabet.map((char) => (isForeign(char) ? FOREIGN_WEIGHT : 1));
  own.forEach((classes, language) => {
    const weight = Math.max(FOREIGN_WEIGHT, fullWeight * Math.exp((fits[language] ?? 0) - bestFit));
    for (const k of classes) weights[k] = Math.max(weights[k] ?? 0, weight);
  });
  return weights;
}

/** The class probabilities of a line, multiplied by the weights and scaled to a sum of 1. */
export function weighted({ data, offset, count, size }: Steps, weights: readonly number[]): Steps {
  const result = new Float32Array(count * size);
  for (let step = 0; step < count; step++) {
    let sum = 0;
    for (let k = 0; k < size; k++) {
      const value = (data[offset + step * size + k] ?? 0) * (weights[k] ?? 1);
      result[step * size + k] = value;
      sum += value;
    }
    for (let k = 0; k < size; k++) result[step * size + k] = (result[step * size + k] ?? 0) / sum;
  }
  return { data: result, offset: 0, count, size };
}

function bestOf(data: Float32Array, row: number, size: number): number {
  let best = 0;
  for (let k = 1; k < size; k++) if ((data[row + k] ?? 0) > (data[row + best] ?? 0)) best = k;
  return best;
}
