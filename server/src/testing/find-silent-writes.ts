import { posix } from "node:path";

/** Sources by their path below server/src. */
export type Sources = ReadonlyMap<string, string>;

/** Functions that publish a change or write its audit entry. */
const RECORDS =
  /\b(recordChange|recordAudit|publishChanges?|changeDetection|changeImages|openUserSession|openSessionOrAskFactor)\b/;

/** A statement of Drizzle's query builder, or SQL text, that writes rows. */
const WRITES = [
  /\.(?:insert|update|delete)\(\w+\)\s*\.(?:values|set|where|select)\b/,
  /\b(?:insert into|delete from)\s/i,
  /\bupdate \S+(?: \w+)? set\b/i,
  /\bcopy \w+.* from stdin/i,
];

const COMMENTS = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm;
const DECLARATION = /^(export )?(?:async )?(?:function\*?|const|class) (\w+)/;

type Declaration = { name: string; isExported: boolean; text: string; words: ReadonlySet<string> };
type Module = { declarations: Declaration[]; imports: { local: string; name: string; from: string }[] };

/** A module's top-level functions, classes and constants, and what it imports from other modules. */
function parseModule(path: string, source: string): Module {
  const code = source.replaceAll(COMMENTS, "");
  const blocks = code.split(/^(?=(?:export )?(?:async )?(?:function\*?|const|class) \w)/m);
  const declarations = blocks.flatMap((text) => {
    const [, exported, name] = DECLARATION.exec(text) ?? [];
    return name === undefined
      ? []
      : [{ name, isExported: exported !== undefined, text, words: new Set(text.match(/\w+/g)) }];
  });
  const imports = [...code.matchAll(/^import \{([^}]*)\} from "(\.[^"]*)";/gm)].flatMap(([, names = "", to = ""]) =>
    names
      .split(",")
      .map((specifier) => specifier.trim())
      .filter((specifier) => specifier !== "" && !specifier.startsWith("type "))
      .map((specifier) => {
        const [name = "", local = name] = specifier.split(" as ");
        return { local, name, from: posix.join(posix.dirname(path), to) };
      }),
  );
  return { declarations, imports };
}

/** Reads a tree of modules and follows which function writes rows, through calls within db/ and within one module. */
class WriteFinder {
  readonly #modules: ReadonlyMap<string, Module>;
  readonly #known = new Map<Declaration, boolean>();

  constructor(sources: Sources) {
    this.#modules = new Map([...sources].map(([path, source]) => [path, parseModule(path, source)]));
  }

  module(path: string): Module {
    return this.#modules.get(path) ?? { declarations: [], imports: [] };
  }

  /** A declaration and those of its module that it mentions, directly or not. */
  reach(module: Module, start: Declaration): Declaration[] {
    const reached = new Set([start]);
    for (const { words } of reached) {
      for (const other of module.declarations) if (words.has(other.name)) reached.add(other);
    }
    return [...reached];
  }

  hasWrite(module: Module, declaration: Declaration): boolean {
    const known = this.#known.get(declaration);
    if (known !== undefined) return known;
    this.#known.set(declaration, false); // for a cycle
    const reached = this.reach(module, declaration);
    const writes =
      reached.some(({ text }) => WRITES.some((write) => write.test(text))) ||
      module.imports.some(({ local, name, from }) => {
        if (!from.startsWith("db/") || !reached.some(({ words }) => words.has(local))) return false;
        const other = this.module(from);
        const called = other.declarations.find((declaration) => declaration.name === name);
        return called !== undefined && this.hasWrite(other, called);
      });
    this.#known.set(declaration, writes);
    return writes;
  }
}

/**
 * The exported functions of operations that write to the database, themselves or through functions of their module or of db/, and
 * neither publish the change nor write an audit entry. A write is found by its statement, not by the name of its function.
 * @returns path below operations/ and name
 */
export function findSilentWrites(sources: Sources): string[] {
  const finder = new WriteFinder(sources);
  return [...sources.keys()]
    .filter((path) => path.startsWith("operations/"))
    .flatMap((path) => {
      const module = finder.module(path);
      return module.declarations
        .filter(({ isExported }) => isExported)
        .filter((declaration) => finder.hasWrite(module, declaration))
        .filter((declaration) => !finder.reach(module, declaration).some(({ text }) => RECORDS.test(text)))
        .map(({ name }) => `${path.replace("operations/", "")} ${name}`);
    });
}
