import { formatCount } from "./number-formats.ts";
import type { NumberingPlace } from "./styles.ts";
import { bulletText } from "./symbol-fonts.ts";
import { type XmlElement, childOf, childrenOf, isOn, valueOf, wholeNumber } from "./xml.ts";

const LEVELS = 9;
const MAX_START = 100_000;
/** The maximum length of a marker, because it is repeated for every item of a hostile document. */
const MAX_MARKER_LENGTH = 60;

interface Level {
  start: number;
  format: string;
  /** `%1.%2)`, or the bullet itself. */
  text: string;
  font: string;
  /** Restarts after an item of this level or a higher one; 0: never. */
  restartAfter: number;
  isDecimal: boolean;
}

interface List {
  /** Lists of one definition share their counts. */
  definitionId: string;
  levels: readonly (Level | undefined)[];
  /** The list's own start numbers by level. */
  startOverrides: ReadonlyMap<number, number>;
}

/** Numbers a document's list items in reading order. */
export interface Numbering {
  /** The displayed marker of the next item, such as '•', '1.' or 'b)'; null when none is displayed. */
  next(place: NumberingPlace): string | null;
}

/** Reads the lists of numbering.xml. @param root undefined when the document has none */
export function readNumbering(root: XmlElement | undefined): Numbering {
  const definitions = new Map(
    childrenOf(root, "w:abstractNum").map((element) => [element.attributes["w:abstractNumId"] ?? "", element]),
  );
  const lists = new Map(
    childrenOf(root, "w:num").map((num) => [num.attributes["w:numId"] ?? "", listOf(num, definitions)]),
  );
  return new Counters(lists);
}

function listOf(num: XmlElement, definitions: ReadonlyMap<string, XmlElement>): List {
  const definitionId = valueOf(num, "w:abstractNumId") ?? "";
  const definition = withStyle(definitions.get(definitionId), definitions);
  const overrides = childrenOf(num, "w:lvlOverride");
  const levels = Array.from({ length: LEVELS }, (_, level) => {
    const own = overrides.map((override) => childOf(override, "w:lvl")).find((lvl) => levelNumber(lvl) === level);
    const found = own ?? childrenOf(definition, "w:lvl").find((lvl) => levelNumber(lvl) === level);
    return found && levelOf(found, level);
  });
  const startOverrides = overrides.flatMap((override): [number, number][] => {
    const level = levelNumber(override);
    const start = wholeNumber(valueOf(override, "w:startOverride"), MAX_START);
    return level === undefined || start === undefined ? [] : [[level, start]];
  });
  return { definitionId, levels, startOverrides: new Map(startOverrides) };
}

/** Resolves a definition that refers to the definition of a list style. */
function withStyle(
  definition: XmlElement | undefined,
  definitions: ReadonlyMap<string, XmlElement>,
): XmlElement | undefined {
  const link = valueOf(definition, "w:numStyleLink");
  if (link === undefined) return definition;
  return [...definitions.values()].find((other) => valueOf(other, "w:styleLink") === link) ?? definition;
}

const levelNumber = (element: XmlElement | undefined): number | undefined =>
  wholeNumber(element?.attributes["w:ilvl"], LEVELS);

function levelOf(element: XmlElement, level: number): Level {
  const fonts = childOf(childOf(element, "w:rPr"), "w:rFonts")?.attributes;
  return {
    start: wholeNumber(valueOf(element, "w:start"), MAX_START) ?? 0,
    format: valueOf(element, "w:numFmt") ?? "decimal",
    text: (valueOf(element, "w:lvlText") ?? "").slice(0, MAX_MARKER_LENGTH),
    font: fonts?.["w:ascii"] ?? fonts?.["w:hAnsi"] ?? "",
    restartAfter: wholeNumber(valueOf(element, "w:lvlRestart"), LEVELS) ?? level,
    isDecimal: isOn(element, "w:isLgl"),
  };
}

class Counters implements Numbering {
  readonly #lists: ReadonlyMap<string, List>;
  /** Counts by definition, then level; undefined before the first item. */
  readonly #counts = new Map<string, (number | undefined)[]>();
  readonly #started = new Set<string>();

  constructor(lists: ReadonlyMap<string, List>) {
    this.#lists = lists;
  }

  next({ numId, level }: NumberingPlace): string | null {
    const list = this.#lists.get(numId);
    const own = list?.levels[level];
    if (!list || !own) return null;
    const counts = this.#countsOf(numId, list);
    counts[level] = counts[level] === undefined ? own.start : counts[level] + 1;
    for (let deeper = level + 1; deeper < LEVELS; deeper++) {
      const restartAfter = list.levels[deeper]?.restartAfter ?? deeper;
      if (restartAfter > level) counts[deeper] = undefined;
    }
    if (own.format === "bullet") return bulletText(own.text, own.font);
    const marker = own.text.replaceAll(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const shown = list.levels[at];
      return formatCount(counts[at] ?? shown?.start ?? 1, own.isDecimal ? "decimal" : (shown?.format ?? "decimal"));
    });
    return marker.trim() || null;
  }

  #countsOf(numId: string, list: List): (number | undefined)[] {
    let counts = this.#counts.get(list.definitionId);
    if (!counts) this.#counts.set(list.definitionId, (counts = []));
    if (this.#started.has(numId)) return counts;
    this.#started.add(numId);
    for (const [level, start] of list.startOverrides) counts[level] = start - 1;
    return counts;
  }
}
